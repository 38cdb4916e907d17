/** The text as a reader sees it: without colours of a terminal, and without characters of no width inside words. */
export const legible = (text: string): string =>
  UNSEEN.test(text) ? text.replace(ESCAPES, '').replace(NO_WIDTH, '') : text

const UNSEEN = /[\u001b\u009b\u00ad\u200b-\u200d\u2060\ufeff]/
const ESCAPES = /(?:\u001b\[|\u009b)[0-9;:?]{0,40}[A-Za-z]|\u001b\][^\u0007\u001b\n]{0,400}(?:\u0007|\u001b\\)/g
/** Not between letters of other scripts or emoji, where these characters join what belongs together. */
const NO_WIDTH = /(?<=[\x21-\x7e])[\u00ad\u200b-\u200d\u2060\ufeff]{1,100}(?=[\x21-\x7e])/g
