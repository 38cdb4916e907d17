import type { Outcome, TurnTrajectory } from './turn.ts'

/** What one reading of a turn holds. `extent` is in events of the session file; absent for a host's turn. */
export interface Reading {
  readonly outcome: Outcome
  readonly extent?: number | undefined
  readonly calls: number
}

/**
 * Whether a later reading of a turn replaces the kept one, in whatever order they come: it read more of the session
 * file, or as much of it and the user's rejection of the result. A turn that a host reported is also replaced by one
 * with a known outcome, or by a reading of its session file with more calls.
 */
export function isFuller(kept: Reading, later: Reading): boolean {
  if (kept.extent !== undefined && later.extent !== undefined && kept.extent !== later.extent)
    return later.extent > kept.extent
  if (kept.extent !== undefined && later.extent !== undefined)
    return later.outcome === 'unknown' && kept.outcome !== 'unknown'
  if (kept.outcome === 'unknown' && later.outcome !== 'unknown') return true
  return kept.extent === undefined && later.extent !== undefined && later.calls > kept.calls
}

/** Whether a prompt id is a UUID, and so unique across sessions: a copied session keeps it. */
export const isUniqueId = (promptId: string): boolean =>
  promptId.length >= UNIQUE_LENGTH && /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(promptId)

/**
 * By what a copy of a turn in another session is known, beside its text and its time to the millisecond. `project`: a session
 * that Claude Code 2.1.330 forks gives its messages new ids. `id`: pi keeps the id of an entry, random and short (eight
 * digits), so that it says nothing alone. Only a turn read from a session file can be a copy: two turns of a host with the
 * same text may share a millisecond. The lines of Codex without turn ids have a number alone, and some no time.
 */
export function traitOfCopies({ engine, promptId = '', extent }: TurnTrajectory): 'project' | 'id' | undefined {
  if (extent === undefined) return undefined
  if (engine === 'claude-code') return isUniqueId(promptId) ? 'project' : undefined
  return engine === 'pi' && /^[0-9a-f]{8}$/.test(promptId) ? 'id' : undefined
}

/** Characters of a UUID. */
export const UNIQUE_LENGTH = 36
