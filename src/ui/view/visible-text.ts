/**
 * Text of a stranger as a person can judge it: characters that are invisible, control a terminal or reverse the order of a
 * line are shown by their code points, such as ⟦U+202E⟧.
 */
export const visibleText = (text: string): string =>
  text.replace(UNSEEN, (mark) => `⟦U+${mark.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}⟧`)

/**
 * All but line feed and tab. Joiners and variation selectors stay where emoji and some scripts need them: a row of them, or one
 * behind a Latin letter, is seen by nobody and can hold a text.
 */
const UNSEEN =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\u2800\ufff9-\ufffb]|(?![\p{Join_Control}\p{Variation_Selector}])\p{Default_Ignorable_Code_Point}|(?<=[a-zA-Z]|[\p{Join_Control}\p{Variation_Selector}]{2})[\p{Join_Control}\p{Variation_Selector}]/gu
