import { type Evidence, isPart } from './evidence.ts'
import type { Cite } from './proposal.ts'
import { inputText } from './session-text.ts'

/**
 * Why a citation is wrong: its turn, call or part does not exist, or does not hold the quotation. Undefined if it is right.
 */
export function citeFault(cite: Cite, shown: ReadonlyMap<string, Evidence>): string | undefined {
  const turn = shown.get(cite.turn)
  if (turn === undefined) return `there is no ${cite.turn.startsWith('p') ? 'part' : 'turn'} ${cite.turn}`
  const source = sourceOf(cite, turn)
  if (source === undefined) return `there is no call ${cite.call} in turn ${cite.turn}`
  const quote = plain(cite.quote)
  if (quote.length < MIN_QUOTE) return `"${cite.quote}" is too short to be a quotation`
  // A part left out in the middle is shown by an ellipsis.
  const parts = quote
    .split(/\[…\]|\[\.\.\.\]|…/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
  let from = 0
  for (const part of parts) {
    const at = source.indexOf(part, from)
    if (at < 0)
      return `${cite.turn}${cite.call === '' ? '' : ` ${cite.call}`} does not say "${cite.quote.slice(0, 80)}"`
    from = at + part.length
  }
  return undefined
}

/** Minimum length of a quotation in characters; shorter ones occur nearly everywhere. */
const MIN_QUOTE = 3

/** A part of a document, what the person wrote, or the input of a call with its error, in the form in which quotations are compared. */
function sourceOf({ call: id }: Cite, evidence: Evidence): string | undefined {
  if (isPart(evidence)) return id === '' ? plain(`${evidence.heading} ${evidence.text}`) : undefined
  const { trajectory } = evidence
  if (id === '') return plain(trajectory.userInput)
  const call = /^c([1-9]\d{0,4})$/.test(id) ? trajectory.toolCalls?.[Number(id.slice(1)) - 1] : undefined
  return call === undefined ? undefined : plain(`${call.name} ${inputText(call)} ${call.error ?? ''}`)
}

/** Collapses blanks and undoes the escapes of JSON and of tags: models quote either form. */
const plain = (text: string): string =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&amp;', '&')
    .replace(/\\[nrt]/g, ' ')
    .replace(/\\(["\\/])/g, '$1')
    .replace(/\s+/g, ' ')
    .trim()
