import type { Outcome, TurnTrajectory } from './turn.ts'

/** How much of a turn a reading of its record holds; `extent` absent where the turn was not read but told. */
export interface Reading {
  readonly outcome: Outcome
  readonly extent?: number | undefined
  readonly calls: number
}

/**
 * Whether a later reading of a turn says more than the one that is kept, in whatever order they come: more of the record; of
 * as much, that the user took the result back. What was only told of, an outcome completes, or a record with more calls.
 */
export function isFuller(kept: Reading, later: Reading): boolean {
  if (kept.extent !== undefined && later.extent !== undefined && kept.extent !== later.extent)
    return later.extent > kept.extent
  if (kept.extent !== undefined && later.extent !== undefined)
    return later.outcome === 'unknown' && kept.outcome !== 'unknown'
  if (kept.outcome === 'unknown' && later.outcome !== 'unknown') return true
  return kept.extent === undefined && later.extent !== undefined && later.calls > kept.calls
}

/** An id of a prompt that no other prompt has, whatever session it stands in: a copy of a session keeps it. */
export const isUniqueId = (promptId: string): boolean =>
  promptId.length >= UNIQUE_LENGTH && /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(promptId)

/**
 * Whether a turn may be a copy that its engine gave an id of its own: a session that Claude Code 2.1.330 forks keeps of each
 * message its moment, to the millisecond, and its words. Only what was read from a session can be; a host's own turns with
 * the same words may well come within one millisecond.
 */
export const mayBeCopied = ({ engine, promptId, extent }: TurnTrajectory): boolean =>
  engine === 'claude-code' && extent !== undefined && promptId !== undefined && isUniqueId(promptId)

/** Characters of a UUID. */
export const UNIQUE_LENGTH = 36
