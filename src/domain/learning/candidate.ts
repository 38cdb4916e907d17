import { fingerprint } from '../digest.ts'
import { withEdits } from './anchored-edits.ts'
import type { AnchoredEdit } from './prompts/merge.ts'

/** A text that edits made from the text of a skill. */
export interface Candidate {
  readonly body: string
  /** From the skill's text, in order. */
  readonly edits: readonly AnchoredEdit[]
}

/** Why edits make no candidate. */
export interface NoCandidate {
  readonly fault: string
}

/** A candidate with further edits. */
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
