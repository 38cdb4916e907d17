import type { Outcome, ToolCall, TurnTrajectory } from '../../domain/turn.ts'

/** A row of `turns`. */
export type TurnRow = Readonly<Record<string, string | number | null>>

/** Turns that are kept as values, and characters of the longest one: a skill's next draft shares most of its evidence. */
const MAX_KEPT = 512
const MAX_LENGTH = 32 * 1024

/**
 * Makes turns of rows. The same row gives the same value, as long as it is among those used last: what is worked out of a
 * turn, and kept beside it, is worked out once. A row that another reading changed is another value.
 */
export function keptTurns(): (row: TurnRow) => TurnTrajectory {
  const kept = new Map<string, { readonly row: TurnRow; readonly turn: TurnTrajectory }>()
  return (row) => {
    const id = String(row.id)
    const known = kept.get(id)
    kept.delete(id)
    if (known !== undefined && isSame(known.row, row)) {
      kept.set(id, known)
      return known.turn
    }
    const turn = toTurn(row)
    if (lengthOf(row.tool_calls_json) + lengthOf(row.user_input) <= MAX_LENGTH) kept.set(id, { row, turn })
    if (kept.size > MAX_KEPT) kept.delete(kept.keys().next().value ?? '')
    return turn
  }
}

const lengthOf = (value: string | number | null | undefined): number => (typeof value === 'string' ? value.length : 0)

/** All that a turn is made of; why it counted is none of it. */
const isSame = (a: TurnRow, b: TurnRow): boolean =>
  Object.keys(a).every((column) => column === 'why_json' || a[column] === b[column])

function toTurn(row: TurnRow): TurnTrajectory {
  const given = {
    sessionId: row.session_id || null,
    promptId: row.prompt_id,
    projectDir: row.project_dir,
    pickedSkill: row.picked_skill,
    decisionId: row.decision_id,
    turns: row.turn_count,
    stopReason: row.stop_reason,
    toolCalls: row.tool_calls_json === null ? null : (JSON.parse(String(row.tool_calls_json)) as ToolCall[]),
  }
  return {
    userInput: String(row.user_input),
    outcome: row.outcome as Outcome,
    summary: String(row.summary),
    engine: row.engine as string,
    timestamp: new Date(Number(row.at)),
    ...(Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null)) as Partial<TurnTrajectory>),
  }
}
