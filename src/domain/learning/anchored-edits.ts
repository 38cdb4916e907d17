import { fingerprint } from '../digest.ts'
import { fromData } from './as-data.ts'
import type { Refusal } from './gate.ts'
import { codesIn } from './mentions.ts'
import type { AnchoredEdit } from './prompts/merge.ts'
import type { Claim } from './proposal.ts'
import { saysOnly } from './review-text.ts'

/** The edited text, or why the first edit that fails cannot be made. */
export type EditResult = { readonly text: string } | { readonly fault: string }

/**
 * Applies edits in order: an anchor must be whole lines that occur exactly once, blanks at their ends apart, or, for an
 * insertion, a part of one line; an edit must name each line that it removes, which an anchor of one line does. Other
 * bytes stay.
 */
export function withEdits(text: string, edits: readonly AnchoredEdit[]): EditResult {
  if (edits.length === 0) return { fault: 'it holds no edit' }
  let now = text
  for (const [i, edit] of edits.entries()) {
    const next = withEdit(now, edit)
    if ('fault' in next) return { fault: `edit ${i + 1}: ${next.fault}` }
    now = next.text
  }
  return now === text ? { fault: 'its edits change nothing' } : { text: now }
}

function withEdit(text: string, { anchor, action, text: added, removes }: AnchoredEdit): EditResult {
  const lines = text.split('\n')
  const wanted = trimmedLines(anchor)
  const places = placesOf(lines, wanted, action === 'insert_after')
  const [at] = places
  if (at === undefined) return { fault: `its anchor does not stand in the skill: "${wanted[0]?.slice(0, 80)}"` }
  if (places.length > 1)
    return { fault: `its anchor stands ${places.length} times in the skill: "${wanted[0]?.slice(0, 80)}"` }
  if (action !== 'delete' && added.trim() === '') return { fault: 'it has no text' }
  const fresh = action === 'delete' ? [] : trimmedLines(added)
  const anchored = lines.slice(at, at + wanted.length)
  const kept = action === 'insert_after' ? [...anchored, ...fresh] : fresh
  const gone = anchored.filter((line) => line.trim() !== '' && !kept.includes(line))
  const named = [...removes, ...(anchored.length === 1 ? anchored : [])].map((line) => line.trim())
  const unnamed = gone.find((line) => !named.includes(line.trim()))
  if (unnamed !== undefined) return { fault: `it takes out a line that it does not name: "${unnamed.slice(0, 80)}"` }
  return { text: lines.toSpliced(at, wanted.length, ...kept).join('\n') }
}

/** Where the lines stand; the line that holds a single one in it, where none is it. */
function placesOf(lines: readonly string[], wanted: readonly string[], isPartEnough: boolean): readonly number[] {
  const whole = lines.flatMap((_, at) =>
    wanted.every((line, i) => lines[at + i]?.trimEnd() === line.trimEnd()) ? [at] : [],
  )
  const [part = '', ...more] = wanted.map((line) => line.trim())
  if (whole.length > 0 || !isPartEnough || more.length > 0 || part === '') return whole
  return lines.flatMap((line, at) => (line.includes(part) ? [at] : []))
}

/** Edits with the characters of the text, where a model copied them as they were shown to it: `<name>` for `&lt;name>`. */
export function asWritten(edits: readonly AnchoredEdit[], text: string): readonly AnchoredEdit[] {
  const read = (copied: string): string => fromData(copied, text)
  return edits.map((edit) => ({
    ...edit,
    anchor: read(edit.anchor),
    text: read(edit.text),
    removes: edit.removes.map(read),
  }))
}

/** The lines of a text without empty ones at its ends. */
function trimmedLines(text: string): readonly string[] {
  const lines = text.split('\n')
  const first = lines.findIndex((line) => line !== '')
  return first < 0 ? [''] : lines.slice(first, lines.findLastIndex((line) => line !== '') + 1)
}

/** A text that edits made from the text of a skill. */
export interface Candidate {
  readonly body: string
  /** From the skill's text, in order. */
  readonly edits: readonly AnchoredEdit[]
}

/** Why edits make no candidate. */
interface NoCandidate {
  readonly fault: string
}

export function edited(base: string, parent: Candidate, edits: readonly AnchoredEdit[]): Candidate | NoCandidate {
  const made = withEdits(parent.body, edits)
  if ('fault' in made) return made
  if (made.text.length > MAX_GROWTH * base.length + MAX_ADDED)
    return { fault: `its text is longer than ${MAX_GROWTH} times that of the skill` }
  return { body: made.text, edits: [...parent.edits, ...edits] }
}

/** Both candidates in one: the edits of the second that the first lacks, behind its own. */
export function merged(base: string, one: Candidate, other: Candidate): Candidate | NoCandidate {
  const known = new Set(one.edits.map(editKey))
  const more = other.edits.filter((edit) => !known.has(editKey(edit)))
  return more.length === 0 ? { fault: 'it has all edits of the other' } : edited(base, one, more)
}

/** Names an edit by what it changes. */
const editKey = ({ anchor, action, text }: AnchoredEdit): string =>
  fingerprint(JSON.stringify([anchor.trim(), action, text.trim()]))

/** A short skill may grow by this many characters. */
const MAX_ADDED = 2_000
const MAX_GROWTH = 2

/** Why edits are refused: each names statements of the proposal, and adds nothing else. */
export function editFault(edits: readonly AnchoredEdit[], claims: readonly Claim[]): Refusal | undefined {
  for (const { action, anchor, text, claims: ids } of edits) {
    const named = claims.filter(({ id }) => ids.includes(id))
    const shown = `"${(action === 'delete' ? anchor : text).slice(0, 80)}"`
    // Without a statement, nothing says why a line goes.
    if (named.length === 0) return { rule: 'edits', reason: `an edit names no statement as its reason: ${shown}` }
    const added = action === 'delete' ? '' : addedText(text, action === 'replace' ? anchor : '')
    if (!saysOnly(added, named)) return { rule: 'edits', reason: `an edit says more than its statements: ${shown}` }
    const other = codesIn(added).find((code) => !named.some((claim) => holdsCode(claim, code)))
    if (other !== undefined)
      return { rule: 'edits', reason: `an edit holds a command in another form than its statements: \`${other}\`` }
  }
  return undefined
}

const holdsCode = ({ text, command }: Claim, code: string): boolean =>
  command.trim() === code.trim() || codesIn(text).includes(code)

/**
 * What an edit says, without the numbers of its steps and without the lines of its anchor that it keeps: a step can be put
 * before them.
 */
function addedText(text: string, anchor: string): string {
  const kept = new Set(anchor.split('\n').map(unnumbered))
  return text
    .split('\n')
    .map(unnumbered)
    .filter((line) => !kept.has(line))
    .join('\n')
}

const unnumbered = (line: string): string => line.trim().replace(/^\d{1,3}[.)] /, '')
