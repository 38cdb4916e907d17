import type { Severity } from './rule.ts'
import { sentenceAround } from './sentence.ts'

/** What a sentence around a match must say for it to be an order to do harm, and what shows that it is none. */
export const inSentence =
  (must: readonly RegExp[], unless: RegExp = FORBIDS) =>
  (match: RegExpExecArray, text: string): Severity | undefined => {
    const sentence = sentenceAround(text, match.index, match[0].length)
    return must.every((one) => one.test(sentence)) && !unless.test(sentence) ? 'warn' : undefined
  }

const FORBIDS =
  /\b(?:never|do\snot|don't|must\snot|should\snot|cannot|avoid|refuse|reject|warn|detect|flag(?:s|ged)?|redact|mask|instead\sof)\b/i
/** Concealment is itself said with a "not". */
export const REJECTS = /\b(?:refuse|reject|detect|flag(?:s|ged)?|attack(?:er|s)?|malicious|suspicious|injection)\b/i
