import { impersonal } from '../draft/impersonal.ts'
import { quote } from '../draft/quote.ts'
import { voiceOf, withoutLead } from './voice.ts'

/** A clause as a rule on one line: the person's words from where the rule begins, as an order where that is simple; inert, at most 200 characters. */
export function ruleText(words: string): string {
  const said = asOrder(
    withoutLead(fromRule(words)).replace(/^(?:can|could|would|will) (?:you|we) (?:please )?|^let'?s /i, ''),
  )
  const line = quote(impersonal(said), MAX_RULE).replace(/(?<![\s.,;:!?])[\s.,;:!?]+$/, '')
  return line.charAt(0).toUpperCase() + line.slice(1)
}

const MAX_RULE = 200

/** Whether a clause names something of its moment: what "this" points to, a number, an address. */
export const isOfItsMoment = (words: string): boolean => MOMENT.test(words.replace(THAT, ' '))
const MOMENT =
  /\b(?:this|that|these|those|it|them|here|now|today|tomorrow|yesterday)\b(?! (?:project|repo|repository|codebase|way)\b)|#\d|\b\d{2,}\b|https?:|\[redacted/i
/** "make sure that", "so that": no pointer. */
const THAT = /\b(?:sure|ensure|so|specif\w{1,4}|says?|states?|mentions?|notes?|those|all|given|prompt|now) that\b/gi

/** From where the rule begins that a sentence wants written down or kept to: "update the rule to say to always …". */
function fromRule(words: string): string {
  for (const frame of words.matchAll(FRAME)) {
    const rest = words.slice(frame.index + frame[0].length)
    if (/\b(?:always|never|must)\b/i.test(rest) && voiceOf(rest) === 'standing') return rest
  }
  return words
}
const FRAME =
  /\b(?:specif(?:y|ies)|sa(?:y|ys)|states?|mentions?|notes?|records?|documents?|ma(?:ke|kes|king) sure|ensur(?:e|es|ing)|remembers?)(?: that)?(?: to)? /gi

/** A complaint as the order that it stands for; other words as they are. */
function asOrder(words: string): string {
  for (const [pattern, order] of COMPLAINTS) {
    const made = words.replace(pattern, order)
    if (made !== words)
      return made
        .replace(/,? and not |, not /, ', but ')
        .replace(/ ?\b(?:just now|right now|yet|again|in the first place)\b/g, '')
  }
  return words
}
const COMPLAINTS: readonly (readonly [RegExp, string])[] = [
  [/^why (?:did)(?: not|n'?t) (?:you|we) /i, ''],
  [/^why (?:aren'?t|weren'?t|are(?: not)|were not) (?:you|we) (?=\w+ing )/i, 'Be '],
  [/^why did (?:you|we) /i, 'Do not '],
  [/^why (?:are|were) (?:you|we) (?=\w+ing )/i, 'Stop '],
  [/^did (?:you|we) /i, ''],
  [/^you (?:didn'?t|did not|forgot to) /i, ''],
  [/^(?:you|we) (?:should|must|need to|have to) (?=not |never |always |be )/i, ''],
  [/^you (?=always|never)/i, ''],
]
