/**
 * Text of a stranger as a person can judge it: characters that are invisible, control a terminal or reverse the order of a
 * line are shown by their code points, such as ⟦U+202E⟧.
 */
export const visibleText = (text: string): string =>
  text.replace(UNSEEN, (mark) => `⟦U+${mark.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}⟧`)

/** All but line feed and tab; joiners and variation selectors stay, since emoji and some scripts need them. */
const UNSEEN =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu
