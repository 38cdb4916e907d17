import type { Database } from 'better-sqlite3'
import { askedText } from '../../domain/grouping/asked.ts'
import type { Group, GroupChange, GroupReason } from '../../domain/grouping/group.ts'
import { type Level, NO_LEVEL } from '../../domain/grouping/level.ts'
import { GroupMemory } from '../../domain/grouping/memory.ts'
import { groupStep } from '../../domain/grouping/step.ts'
import type { Outcome } from '../../domain/turn.ts'
import type { StreakRule } from '../store.ts'
import type { StreakStep } from './buckets.ts'
import type { VectorTable } from './vectors.ts'

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
}

type GroupRule = Pick<StreakRule, 'threshold' | 'vectorModel'>

/**
 * Streaks by likeness. The tables are the truth; what they hold is kept in memory beside them, and read again whenever
 * another process wrote. Runs inside the transaction of the turn.
 */
export function groupTable(db: Database, vectors: () => VectorTable) {
  const requests = db.prepare<[string], { id: number; text: string; signature: string; groupId: number | null }>(
    'SELECT id, text, signature, group_id AS groupId FROM group_requests WHERE scope = ? ORDER BY id',
  )
  const groups = db.prepare<[string], Record<string, string | number>>('SELECT * FROM groups WHERE scope = ?')
  const level = db.prepare<[string], string>('SELECT level_json FROM group_levels WHERE scope = ?').pluck()
  const turnOf = db
    .prepare<[string, number], string>('SELECT turn_id FROM group_requests WHERE scope = ? AND id = ?')
    .pluck()
  const putRequest = db.prepare<unknown[]>(
    `INSERT INTO group_requests (scope, id, text, signature, group_id, turn_id) VALUES (?,?,?,?,?,?)
     ON CONFLICT(scope, id) DO UPDATE SET group_id = excluded.group_id`,
  )
  const dropRequest = db.prepare<[string, number]>('DELETE FROM group_requests WHERE scope = ? AND id = ?')
  const putGroup = db.prepare<unknown[]>(
    'INSERT OR REPLACE INTO groups (scope, id, signature, members_json, waiting_json) VALUES (?,?,?,?,?)',
  )
  const dropGroup = db.prepare<[string, number]>('DELETE FROM groups WHERE scope = ? AND id = ?')
  const putLevel = db.prepare<[string, string]>('INSERT OR REPLACE INTO group_levels (scope, level_json) VALUES (?,?)')
  const ofTurn = db.prepare<[string], { scope: string; id: number; groupId: number | null }>(
    'SELECT scope, id, group_id AS groupId FROM group_requests WHERE turn_id = ?',
  )
  /** Ascends with time; a number that a group is called by is never given again. */
  const nextNumber = db
    .prepare<[string, string], number>(
      `SELECT 1 + max(coalesce((SELECT max(id) FROM group_requests WHERE scope = ?), 0),
         coalesce((SELECT max(id) FROM groups WHERE scope = ?), 0))`,
    )
    .pluck()
  const dataVersion = db.prepare<[], number>('PRAGMA data_version').pluck()
  let known: { readonly version: number; readonly scopes: Map<string, GroupMemory> } | undefined

  function memoryOf(scope: string): GroupMemory {
    const version = dataVersion.get() ?? 0
    if (known?.version !== version) known = { version, scopes: new Map() }
    const held = known.scopes.get(scope) ?? new GroupMemory(load(scope))
    known.scopes.set(scope, held)
    return held
  }

  function load(scope: string) {
    const loaded = groups.all(scope).map(toGroup)
    const json = level.get(scope)
    return {
      // Kept in the order of their last change, which is that of their newest member.
      groups: loaded.sort((a, b) => (a.members.at(-1) ?? 0) - (b.members.at(-1) ?? 0)),
      requests: requests
        .all(scope)
        .map(({ groupId, ...request }) => (groupId === null ? request : { ...request, group: groupId })),
      level: json === undefined ? NO_LEVEL : (JSON.parse(json) as Level),
    }
  }

  /** `exact` is what the turn made of the streak of its signature: a full one is what the draft comes of. */
  function observe(request: GroupedRequest, outcome: Outcome, rule: GroupRule, exact: StreakStep): GroupedTurn {
    const { scope, turnId, signature } = request
    const memory = memoryOf(scope)
    const id = nextNumber.get(scope, scope) ?? 1
    const step = groupStep(memory, { id, text: askedText(request.text), signature }, outcome, {
      threshold: rule.threshold,
      exact: exact.completed && ((one) => exact.completed?.includes(turnOf.get(scope, one) ?? '') === true),
      ...(rule.vectorModel && { vectors: vectors().lookup(rule.vectorModel) }),
    })
    const completed =
      exact.completed ?? step.completed?.map((one) => (one === id ? turnId : (turnOf.get(scope, one) ?? '')))
    for (const change of step.changes) write(scope, change, turnId)
    memory.apply(step.changes)
    const base = { signature: step.signature, reason: step.reason }
    return completed === undefined
      ? { ...base, streak: Math.max(exact.streak, step.streak) }
      : { ...base, streak: completed.length, completed }
  }

  function write(scope: string, change: GroupChange, turnId: string): void {
    if (change.kind === 'put_request') {
      const { id, text, signature, group } = change.request
      putRequest.run(scope, id, text, signature, group ?? null, turnId)
    } else if (change.kind === 'drop_request') dropRequest.run(scope, change.id)
    else if (change.kind === 'put_level') putLevel.run(scope, JSON.stringify(change.level))
    else if (change.kind === 'drop_group') dropGroup.run(scope, change.id)
    else {
      const { id, signature, members, waiting } = change.group
      putGroup.run(scope, id, signature, JSON.stringify(members), JSON.stringify(waiting))
    }
  }

  /** Changes the streak of a turn's group; false when it is in none. */
  function change(turnId: string, waiting: (ids: readonly number[], id: number) => readonly number[]): boolean {
    const request = ofTurn.get(turnId)
    if (request === undefined || request.groupId === null) return false
    const memory = memoryOf(request.scope)
    const group = memory.group(request.groupId)
    if (group === undefined) return false
    const put: GroupChange = { kind: 'put_group', group: { ...group, waiting: waiting(group.waiting, request.id) } }
    write(request.scope, put, turnId)
    memory.apply([put])
    return true
  }

  return {
    observe,
    /** Takes one turn out of the streak of its group; its words may still name the task. */
    takeBack: (turnId: string): boolean => change(turnId, (ids, id) => ids.filter((one) => one !== id)),
    /** Puts a turn back into the streak of its group, in the order of time; false when it is in none. */
    standAgain: (turnId: string): boolean => change(turnId, withNumber),
    /** Forgets what is in memory: a transaction failed, and the tables are not what was thought. */
    forget: (): void => {
      known = undefined
    },
  }
}

const withNumber = (ids: readonly number[], id: number): readonly number[] =>
  [...ids.filter((one) => one !== id), id].sort((a, b) => a - b)

export type GroupTable = ReturnType<typeof groupTable>

const toGroup = (row: Record<string, string | number>): Group => ({
  id: Number(row.id),
  signature: String(row.signature),
  members: JSON.parse(String(row.members_json)) as number[],
  waiting: JSON.parse(String(row.waiting_json)) as number[],
})
