import type { Database } from 'better-sqlite3'
import { askedText } from '../../domain/grouping/asked.ts'
import { withoutRequest, withRequest } from '../../domain/grouping/changes.ts'
import type { Group, GroupChange, GroupReason } from '../../domain/grouping/group.ts'
import type { Request } from '../../domain/grouping/request.ts'
import { groupStep, roomOf } from '../../domain/grouping/step.ts'
import { LIMITS } from '../../domain/grouping/thresholds.ts'
import type { Outcome } from '../../domain/turn.ts'
import type { StreakRule } from '../streak-rule.ts'
import type { StreakStep } from './buckets.ts'
import { groupRows, type HeldGroups } from './group-rows.ts'
import type { VectorTable } from './vector-table.ts'

/** What grouping made of one turn; `completed` holds the turns of the full streak, oldest first. */
export interface GroupedTurn {
  readonly signature: string
  readonly streak: number
  readonly completed?: readonly string[]
  readonly reason: GroupReason
}

export interface GroupedRequest {
  readonly scope: string
  readonly text: string
  readonly signature: string
  readonly turnId: string
  /** When the turn was, in milliseconds. */
  readonly at: number
}

type GroupRule = Pick<StreakRule, 'threshold' | 'expiryMs' | 'vectorModel'>

/**
 * Streaks by likeness. The tables are the truth; what they hold is kept in memory beside them, and read again whenever
 * another process wrote. Runs inside the transaction of the turn.
 */
export function groupTable(db: Database, vectors: () => VectorTable) {
  const rows = groupRows(db)
  const ofTurn = db.prepare<[string], { scope: string; id: number }>(
    'SELECT scope, id FROM group_requests WHERE turn_id = ?',
  )
  const dataVersion = db.prepare<[], number>('PRAGMA data_version').pluck()
  let known: { readonly version: number; readonly scopes: Map<string, HeldGroups> } | undefined

  function heldOf(scope: string, threshold: number): HeldGroups {
    const scopes = knownScopes()
    const held = scopes.get(scope) ?? rows.load(scope, roomOf(LIMITS, threshold))
    scopes.set(scope, held)
    return held
  }

  function knownScopes(): Map<string, HeldGroups> {
    const version = dataVersion.get() ?? 0
    if (known?.version !== version) known = { version, scopes: new Map() }
    return known.scopes
  }

  /** `exact` is what the turn made of the streak of its signature: a full one is what the draft comes of. */
  function observe(request: GroupedRequest, outcome: Outcome, rule: GroupRule, exact: StreakStep): GroupedTurn {
    const { scope, turnId, signature, at } = request
    const held = heldOf(scope, rule.threshold)
    const { memory, turns } = held
    const id = held.next++
    const step = groupStep(memory, { id, text: askedText(request.text), signature, at }, outcome, {
      threshold: rule.threshold,
      since: at - rule.expiryMs,
      exact: exact.completed && ((one) => exact.completed?.includes(turns.turnOf(one) ?? '') === true),
      ...(rule.vectorModel && { vectors: vectors().lookup(rule.vectorModel) }),
    })
    const completed = exact.completed ?? step.completed?.map((one) => (one === id ? turnId : (turns.turnOf(one) ?? '')))
    rows.write(scope, held, step.changes, id, turnId)
    memory.apply(step.changes)
    // An exact streak is drafted under its own name, whatever its group is called.
    const named = { signature: exact.completed === undefined ? step.signature : signature, reason: step.reason }
    return completed === undefined
      ? { ...named, streak: Math.max(exact.streak, step.streak) }
      : { ...named, streak: completed.length, completed }
  }

  /**
   * Where the request of a turn stands. The table is searched only where its scope was not read yet; what is then read is
   * not kept, since the rule that says how much of a group is held comes with a request.
   */
  function placeOf(turnId: string) {
    const scopes = knownScopes()
    for (const [scope, held] of scopes) {
      const id = held.turns.requestOf(turnId)
      if (id !== undefined) return { scope, id, held }
    }
    const found = ofTurn.get(turnId)
    if (found === undefined || scopes.has(found.scope)) return undefined
    return { ...found, held: rows.load(found.scope, Number.POSITIVE_INFINITY) }
  }

  /** Changes what a turn is part of, if it is among the requests. */
  function change(turnId: string, changeOf: (request: Request, group: Group | undefined) => readonly GroupChange[]) {
    const place = placeOf(turnId)
    if (place === undefined) return
    const { scope, id, held } = place
    const request = held.memory.request(id)
    if (request === undefined) return
    const changes = changeOf(request, request.group === undefined ? undefined : held.memory.group(request.group))
    rows.write(scope, held, changes, NONE, turnId)
    held.memory.apply(changes)
  }

  return {
    observe,
    takeBack: (turnId: string): void => change(turnId, withoutRequest),
    standAgain: (turnId: string): void => change(turnId, withRequest),
    /** Forgets what is in memory: a transaction failed, and the tables are not what was thought. */
    forget: (): void => {
      known = undefined
    },
  }
}

export type GroupTable = ReturnType<typeof groupTable>

/** No request is added. */
const NONE = -1
