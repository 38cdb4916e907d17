import type { Database } from 'better-sqlite3'
import { isFuller, isUniqueId, traitOfCopies } from '../../domain/reading.ts'
import type { TurnTrajectory } from '../../domain/turn.ts'
import type { ExplainedTurn, NewTurn } from '../ports/turn-store.ts'
import type { RowOf } from './row.ts'
import type { turns } from './schema.ts'

/** The columns of a stored turn that are compared with another reading. */
export interface KeptReading
  extends Pick<RowOf<typeof turns>, 'id' | 'session_id' | 'outcome' | 'at' | 'extent' | 'uncounted'> {
  readonly calls: number
}

export interface ReadAgain {
  readonly id: string
  /** It is counted as this reading says. */
  readonly completed?: NewTurn
  /** It counted as a success until now. */
  readonly fell?: { readonly fell: true }
}

/** Stored turns that are read again: the fullest reading wins. Runs inside the turn's transaction. */
export function readingTable(db: Database, giveBack: (turnId: string) => void) {
  const fields = `id, session_id, outcome, at, extent, uncounted,
    CASE WHEN tool_calls_json IS NULL THEN 0 ELSE json_array_length(tool_calls_json) END AS calls`
  const ofSession = db.prepare<[string, string, string], KeptReading>(
    `SELECT ${fields} FROM turns WHERE engine = ? AND session_id = ? AND prompt_id = ?`,
  )
  // Index by name: the planner would use the identity's index for the engine only, and read all its turns.
  const anywhere = db.prepare<[string, string], KeptReading>(
    `SELECT ${fields} FROM turns INDEXED BY turns_prompt WHERE prompt_id = ? AND length(prompt_id) = 36 AND engine = ? ORDER BY id LIMIT 1`,
  )
  const anyCopy = db.prepare<[string, string], string>(
    'SELECT id FROM turns INDEXED BY turns_prompt WHERE prompt_id = ? AND length(prompt_id) = 36 AND engine = ? LIMIT 1',
  )
  // The unary plus prevents the identity's index, for the same reason; few ids share a millisecond.
  const ofMoment = db.prepare<unknown[], KeptReading>(
    `SELECT ${fields} FROM turns WHERE id >= ? AND id < ? AND at = ? AND +engine = ? AND user_input = ? AND session_id <> ?
       AND project_dir IS ? AND length(prompt_id) = 36 ORDER BY id LIMIT 1`,
  )
  const ofEntry = db.prepare<unknown[], KeptReading>(
    `SELECT ${fields} FROM turns WHERE id >= ? AND id < ? AND at = ? AND +engine = ? AND user_input = ? AND session_id <> ?
       AND prompt_id = ? ORDER BY id LIMIT 1`,
  )
  const replace = db.prepare<unknown[]>(
    `UPDATE turns SET outcome = ?, summary = ?, turn_count = ?, stop_reason = ?, tool_calls_json = ?,
       picked_skill = coalesce(?, picked_skill), extent = ?, why_json = CASE WHEN ? THEN why_json ELSE ? END WHERE id = ?`,
  )

  function find(turn: TurnTrajectory): KeptReading | undefined {
    const { engine = 'generic', sessionId = '', promptId = '' } = turn
    const found = ofSession.get(engine, sessionId, promptId)
    return found ?? (isUniqueId(promptId) ? anywhere.get(promptId, engine) : undefined) ?? copied(turn)
  }

  /** The stored turn of which this one is a copy under another id. */
  function copied(turn: TurnTrajectory) {
    const trait = traitOfCopies(turn)
    if (trait === undefined) return undefined
    const { engine = 'generic', sessionId = '' } = turn
    const at = turn.timestamp.getTime()
    const asked = [firstIdAt(at), firstIdAt(at + 1), at, engine, turn.userInput, sessionId]
    return trait === 'id' ? ofEntry.get(...asked, turn.promptId) : ofMoment.get(...asked, turn.projectDir ?? null)
  }

  return {
    /** Whether a turn, or the one that it is a copy of, is stored. */
    isKept(turn: TurnTrajectory): boolean {
      const { engine = 'generic', sessionId = '', promptId } = turn
      if (promptId === undefined) return false
      const same = isUniqueId(promptId) ? anyCopy.get(promptId, engine) : ofSession.get(engine, sessionId, promptId)
      return (same ?? copied(turn)) !== undefined
    },
    /** Applies another reading of a stored turn; effects of the earlier reading that differ are undone. */
    again(turn: NewTurn): ReadAgain {
      const { trajectory: t } = turn
      const row = find(t)
      const reading = { outcome: t.outcome, extent: t.extent, calls: t.toolCalls?.length ?? 0 }
      if (row === undefined || !isFuller({ ...row, extent: row.extent ?? undefined }, reading))
        return { id: row?.id ?? turn.id }
      const isSame = row.outcome === t.outcome
      const why = untilCounted(turn)
      const counted = row.uncounted === null
      if (counted && !isSame && row.outcome !== 'unknown') giveBack(row.id)
      replace.run(
        t.outcome,
        t.summary,
        t.turns ?? null,
        t.stopReason ?? null,
        t.toolCalls === undefined ? null : JSON.stringify(t.toolCalls),
        t.pickedSkill ?? null,
        t.extent ?? row.extent,
        isSame ? 1 : 0,
        why === undefined ? null : JSON.stringify(why),
        row.id,
      )
      const fell = counted && !isSame && row.outcome === 'success' ? { fell: { fell: true as const } } : {}
      if (isSame || t.outcome === 'unknown') return { id: row.id, ...fell }
      // It keeps the time and session that it was first stored with.
      const trajectory = { ...t, sessionId: row.session_id, timestamp: new Date(row.at) }
      return { id: row.id, completed: { ...turn, id: row.id, trajectory }, ...fell }
    },
  }
}

/** What is kept of a turn beside its columns until it is counted. */
export const untilCounted = ({ refusal, deeds }: NewTurn): ExplainedTurn['why'] | undefined =>
  refusal === undefined && deeds === undefined
    ? undefined
    : { ...(refusal !== undefined && { refusal }), ...(deeds !== undefined && { deeds }) }

/** The lowest UUID v7 of a time in Unix ms: turns are ordered by their ids, which hold their time. */
function firstIdAt(ms: number): string {
  const hex = Math.max(0, ms).toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}`
}
