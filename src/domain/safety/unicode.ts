import { type Rule, rule } from './rule.ts'

const UNSEEN_WHY = 'characters that a person does not see and a model reads'

/** Characters that are invisible, look like others, or reverse the order of a line. */
// biome-ignore format: a rule a line
export const UNICODE: readonly Rule[] = [
  // Two of these letters are a flag, and no number of flags has an odd number of them.
  rule('invisible-text', 'warn', 'words are spelt with the letters of flags', /(?<!\p{RI})(?:\p{RI}{2}){1,40}\p{RI}(?!\p{RI})/gu),
  // The flags of England, Scotland and Wales are a black flag followed by a few tags and the cancel tag.
  rule('invisible-text', 'block', 'tag characters spell a hidden message', /(?:\u{1F3F4}[\u{E0061}-\u{E007A}]{2,6}\u{E007F})|[\u{E0000}-\u{E007F}]{1,4000}/gu, (match) => (match[0].startsWith('\u{1F3F4}') ? undefined : 'block')),
  rule('bidirectional-text', 'block', 'direction overrides make a line read differently from what it is', /[\u202A-\u202E\u2066-\u2069]{1,200}/gu),
  rule('invisible-text', 'warn', UNSEEN_WHY, /(?:(?![\u200C-\u200F\u061C\uFEFF\u202A-\u202E\u2066-\u2069\p{VS}\u{E0000}-\u{E0FFF}])\p{DI}|[\uFFF9-\uFFFB]){1,4000}|(?<!^)\uFEFF|(?<![\p{L}\p{M}\p{Emoji}])[\u200C-\u200D]{1,4000}|[\u200C-\u200D](?=[\u200B-\u200D\x00-\x7f])|(?<=[A-Za-z0-9])[\u200C-\u200F\u061C]{1,40}(?=[A-Za-z0-9])/gu, (match) => (match[0].length >= 8 || /\u200B{2}|[\u200B-\u200D]{3}/.test(match[0]) ? 'block' : 'warn')),
  rule('invisible-text', 'block', 'runs of variation selectors carry hidden bytes', /\p{VS}{2,4000}/gu),
  rule('lookalike-letters', 'warn', 'letters of two scripts that look alike stand in one word', /(?<![\p{L}\p{N}])(?=[\p{L}]{0,40}[A-Za-z]{2})(?=[\p{L}]{0,40}[\u0430\u0435\u043E\u0440\u0441\u0443\u0445\u0456\u0458\u04BB\u0501\u051B\u0410\u0412\u0415\u041A\u041C\u041D\u041E\u0420\u0421\u0422\u0425\u0391\u0392\u0395\u0396\u0397\u0399\u039A\u039C\u039D\u039F\u03A1\u03A4\u03A5\u03A7\u03BF\u13A0-\u13F5])[\p{L}]{4,60}/gu),
  rule('control-characters', 'warn', 'control characters change what a terminal shows', /(?:\x1b(?:\[[0-9;?]{0,20}[A-Za-z]|\][^\x07\x1b\n]{0,200}|.)?|[\x00-\x08\x0b\x0e-\x1a\x1c-\x1f\x7f]|\r(?!\n)(?=.)){1,200}/g, (match) => (/\x1b\]|\x08{2}/.test(match[0]) ? 'block' : /[\x1b\x08\x7f\r]/.test(match[0]) ? 'warn' : 'note')),
]
