import type { Severity } from './rule.ts'
import { sentenceAround } from './sentence.ts'

/** Warns if the sentence around a match matches every pattern of `must` and not `unless`. */
export const inSentence =
  (must: readonly RegExp[], unless: RegExp = FORBIDS) =>
  (match: RegExpExecArray, text: string): Severity | undefined => {
    const sentence = sentenceAround(text, match.index, match[0].length)
    return must.every((one) => one.test(sentence)) && !unless.test(sentence) ? 'warn' : undefined
  }

const FORBIDS =
  /\b(?:never|do\snot|don't|must\snot|should\snot|cannot|avoid|refuse|reject|warn|detect|flag(?:s|ged)?|redact|mask|instead\sof)\b/i
/** Negations that cancel a match; plain "not" is excluded, since orders to conceal contain it. */
export const REJECTS = /\b(?:refuse|reject|detect|flag(?:s|ged)?|attack(?:er|s)?|malicious|suspicious|injection)\b/i
