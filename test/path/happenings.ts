import { MOVES } from '../../src/domain/lifecycle.ts'

/** What can happen: drafts, what a person does by hand, moves, a new process. */
export const HAPPENINGS = [
  ...MOVES,
  'draft',
  'edit',
  'break',
  'found',
  'delete',
  'put back',
  'purge',
  'edit what was withdrawn',
  'delete SKILL.md',
  'spoil',
  'resume',
  'back up the database',
  'replace the database',
  'check',
  'restart',
] as const

/** One thing that happens, to which of the skills; `pick` chooses among the ledger's entries, and what comes back. */
export interface Happening {
  readonly what: (typeof HAPPENINGS)[number]
  readonly at: number
  readonly pick: number
}
