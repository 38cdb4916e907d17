import { isOfItsMoment } from './moment.ts'
import { voiceOf } from './voice.ts'

/**
 * The wishes that a person understands without the requests that voice them, those of most sessions first: rules, and
 * orders that came again and again. Chosen on four developers' histories.
 */
export const toldFirst = <W extends { readonly text: string; readonly sessions: number }>(
  wishes: readonly W[],
): readonly W[] => wishes.filter(isPlain).sort((a, b) => b.sessions - a.sessions)

/** Sessions that make an order a wish that needs no more words. */
const AGAIN = 5
const MAX_CHARS = 120

function isPlain({ text, sessions }: { readonly text: string; readonly sessions: number }): boolean {
  const voice = voiceOf(text)
  if (voice === undefined || (voice === 'order' && sessions < AGAIN)) return false
  const [first = ''] = text.split(/[,;] /)
  return text.length <= MAX_CHARS && !UNCLEAR.test(text) && !isOfItsMoment(first)
}

/** Begins with a doubt, or with what was said before; ends with a pointer; holds what a terminal drew. */
const UNCLEAR = /^(?:maybe|perhaps|re|there|they|he|she|i)\b|\b(?:then|there|too|again|as well)$|[\u2500-\u257f]/i
