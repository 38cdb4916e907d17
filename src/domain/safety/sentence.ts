import { matchesOf } from '../matches.ts'
import type { Severity } from './rule.ts'

/** Maximum number of characters on each side of a match. */
const REACH = 180
/** Where a sentence ends: a mark before a blank, the full stops of other scripts, an empty line. */
const END = /[.!?](?=\s)|[。！？।]|\n[ \t]*\n/g

/** The sentence around a match, cut to `REACH` characters on each side. */
export function sentenceAround(text: string, at: number, length: number): string {
  const before = text.slice(Math.max(0, at - REACH), at)
  const after = text.slice(at + length, at + length + REACH)
  let start = 0
  for (const end of matchesOf(END, before)) start = end.index + end[0].length
  const stop = after.search(END)
  return before.slice(start) + text.slice(at, at + length) + (stop < 0 ? after : after.slice(0, stop))
}

/** Whether a sentence says it, but for places right after a negation ("never upload"). The pattern is global. */
export function says(sentence: string, pattern: RegExp): boolean {
  for (const match of matchesOf(pattern, sentence)) if (!isDenied(match, sentence)) return true
  return false
}

/** Whether a negation stands right before a match, or one word before it; "do not forget to" denies nothing. */
export const isDenied = ({ index }: RegExpMatchArray, text: string): boolean =>
  DENIAL.test(text.slice(Math.max(0, index! - 40), index))

const DENIAL =
  /(?:\bnot|n['’]t|\bnever|\bavoid|\bcannot|\bwithout|\brefuse\sto|\binstead\sof)\s{1,4}(?:\w{1,12}\s{1,4})?$/i

/** Warns of a match that is not denied. */
export const unlessDenied = (match: RegExpExecArray, text: string): Severity | undefined =>
  isDenied(match, text) ? undefined : 'warn'
