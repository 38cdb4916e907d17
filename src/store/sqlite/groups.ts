import type { Database } from 'better-sqlite3'
import { askedText } from '../../domain/grouping/asked.ts'
import { beginGroup, withoutRequest, withRequest } from '../../domain/grouping/changes.ts'
import type { Group, GroupChange, GroupReason } from '../../domain/grouping/group.ts'
import type { Deeds, Request } from '../../domain/grouping/request.ts'
import { groupStep, roomOf } from '../../domain/grouping/step.ts'
import { LIMITS } from '../../domain/grouping/thresholds.ts'
import type { Outcome } from '../../domain/turn.ts'
import type { StreakRule } from '../streak-rule.ts'
import type { StreakStep } from './buckets.ts'
import { groupRows, type HeldGroups } from './group-rows.ts'
import type { groupRequests } from './group-schema.ts'

/** The result of grouping one turn; `completed` holds the turns of a completed streak, oldest first. */
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
  /** Time of the turn in Unix ms. */
  readonly at: number
  /** What its run did, if that is known. */
  readonly deeds: Deeds | undefined
}

type GroupRule = Pick<StreakRule, 'threshold' | 'expiryMs' | 'claim'>

/**
 * Streaks by similarity. The tables are cached in memory and read again after another process wrote. Runs inside the
 * turn's transaction.
 */
export function groupTable(db: Database) {
  const rows = groupRows(db)
  const ofTurn = db.prepare<[string], Pick<typeof groupRequests.$inferSelect, 'scope' | 'id'>>(
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

  /** `exact` is the effect on the streak of the exact signature, which is drafted if it is complete. */
  function observe(request: GroupedRequest, outcome: Outcome, rule: GroupRule, exact: StreakStep): GroupedTurn {
    const { scope, turnId, signature, at, deeds } = request
    const held = heldOf(scope, rule.threshold)
    const { memory, turns } = held
    const id = held.next++
    const said = { id, text: askedText(request.text), signature, at, ...(deeds !== undefined && { deeds }) }
    const step = groupStep(memory, said, outcome, {
      threshold: rule.threshold,
      since: at - rule.expiryMs,
      // A turn of this moment is not late: where others are newer, the clock went back.
      until: at < rule.claim.at ? at + rule.expiryMs : undefined,
      exact: exact.completed && ((one) => exact.completed?.includes(turns.turnOf(one) ?? '') === true),
    })
    const completed = exact.completed ?? step.completed?.map((one) => (one === id ? turnId : (turns.turnOf(one) ?? '')))
    rows.write(scope, held, step.changes, id, turnId)
    memory.apply(step.changes)
    // An exact streak is drafted under its own signature, whatever its group's name.
    const named = { signature: exact.completed === undefined ? step.signature : signature, reason: step.reason }
    return completed === undefined
      ? { ...named, streak: Math.max(exact.streak, step.streak) }
      : { ...named, streak: completed.length, completed }
  }

  /**
   * Finds the request of a turn. Only searches the table if its scope is not in memory; what it reads is not cached,
   * since the group size limit comes with a request's rule.
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

  /** Founds a group of those of these turns that wait in none; nothing waits in it. */
  function foundMeant(turnIds: readonly string[], signature: string, threshold: number): void {
    for (const scope of new Set(turnIds.flatMap((id) => placeOf(id)?.scope ?? []))) {
      const held = heldOf(scope, threshold)
      const { memory, turns } = held
      const founders = turnIds
        .flatMap((id) => memory.request(turns.requestOf(id) ?? NONE) ?? [])
        .filter(({ group }) => group === undefined)
        .sort((a, b) => a.id - b.id)
      const last = founders.at(-1)
      if (last === undefined) continue
      const changes = beginGroup(memory, { id: last.id, signature, waiting: [] }, founders, LIMITS)
      rows.write(scope, held, changes, NONE, '')
      memory.apply(changes)
    }
  }

  return {
    observe,
    foundMeant,
    takeBack: (turnId: string): void => change(turnId, withoutRequest),
    returnTurn: (turnId: string): void => change(turnId, withRequest),
    /** Drops the cache after a failed transaction. */
    forget: (): void => {
      known = undefined
    },
  }
}

export type GroupTable = ReturnType<typeof groupTable>

/** Adds no request. */
const NONE = -1
