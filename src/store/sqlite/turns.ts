import type { Database } from 'better-sqlite3'
import { creditOf } from '../../domain/credit.ts'
import type { TurnTrajectory } from '../../domain/turn.ts'
import type { CountedTurn, CountUntil, KeptTurn, NewTurn, PutAside, RecordedTurn } from '../ports/turn-store.ts'
import type { ReturnedTurns } from '../skill-records.ts'
import type { StreakRule } from '../streak-rule.ts'
import { bucketTable } from './buckets.ts'
import { turnCounting } from './counting.ts'
import type { DecisionTable } from './decisions.ts'
import type { GroupTable } from './groups.ts'
import { KeptTurns, type TurnRow as Row, turnReads, valuesOf, whyOf } from './kept-turns.ts'
import { type ReadAgain, readingTable, untilCounted } from './readings.ts'
import { type TriggerTable, uncountedTable } from './triggers.ts'
import type { Changes } from './until-changed.ts'

type RuleOf = (turn: TurnTrajectory) => StreakRule

interface TurnTableParts {
  readonly decisions: DecisionTable
  readonly triggers: TriggerTable
  readonly groups: GroupTable
  readonly changes: Pick<Changes, 'apart'>
  /** This process has a deadline. */
  readonly hurried?: boolean | undefined
}

/** The table of turns, and the transaction of a turn: its row, its credit, its streak. */
export function turnTable(db: Database, { decisions, triggers, groups, changes, hurried }: TurnTableParts) {
  const insert = db.prepare<unknown[]>(
    `INSERT INTO turns (id, engine, session_id, prompt_id, project_dir, project, signature, outcome, user_input, summary,
       picked_skill, decision_id, turn_count, stop_reason, tool_calls_json, at, why_json, extent, kind)
     VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)`,
  )
  const countRow = db.prepare('UPDATE world SET turn_rows = turn_rows + 1 WHERE id = 1')
  const takeBack = db.prepare<[string], Pick<Row, 'signature'>>(
    "UPDATE turns SET outcome = 'unknown' WHERE id = ? AND outcome = 'success' RETURNING signature",
  )
  const saveWhy = db.prepare<[string, string]>('UPDATE turns SET why_json = ? WHERE id = ?')
  const kept = new KeptTurns(db)
  const buckets = bucketTable(db)
  const { outOfStreaks, giveBack, returnTurns } = turnUndoing({ kept, buckets, decisions, groups })
  const { counting, known } = turnCounting({ decisions, triggers, groups, buckets })
  const uncounted = uncountedTable(db)
  const readings = readingTable(db, { giveBack, isCounted: (row) => !uncounted.holds(row.at, row.session_id, row.id) })
  /** An earlier process ended while counting: each turn is counted alone, to find the one that causes it. */
  let isCareful: boolean | undefined

  const record = db.transaction((turn: NewTurn, rule: StreakRule): RecordedTurn => {
    if (!readings.isKept(turn.trajectory)) {
      const { why, ...counted } = counting(turn, rule)
      insertTurn(turn, why)
      return counted
    }
    const { id, completed, fell } = again(turn)
    if (completed === undefined) return { ...known(turn, id, rule), ...fell }
    // It may have been stored before its outcome was known.
    uncounted.drop(...placeOf(completed))
    return { ...count(completed, rule), ...fell }
  })

  const keep = db.transaction((turns: readonly NewTurn[]): readonly KeptTurn[] =>
    turns.map((turn) => {
      if (!readings.isKept(turn.trajectory)) return changes.apart(() => keepNew(turn))
      const { id, completed, fell }: ReadAgain = again(turn)
      if (completed !== undefined) uncounted.add(...placeOf(completed))
      return { status: completed === undefined ? 'known' : 'recorded', turnId: id, ...fell }
    }),
  )

  function keepNew(turn: NewTurn): KeptTurn {
    insertTurn(turn)
    uncounted.add(...placeOf(turn))
    return { status: 'recorded', turnId: turn.id }
  }

  const countNext = db.transaction((ruleOf: RuleOf, { limit, isLast }: CountUntil): readonly CountedTurn[] => {
    const all: CountedTurn[] = []
    while (all.length < limit) {
      const id = uncounted.take()
      if (id === undefined) break
      const row = kept.row(id)
      if (row === undefined) continue
      const { refusal, deeds } = whyOf(row)
      const turn = { id, signature: row.signature, trajectory: kept.turnOf(row), refusal, deeds }
      const counted = count(turn, ruleOf(turn.trajectory))
      all.push({ ...counted, turn })
      if (counted.trigger !== undefined || isLast(turn.trajectory)) break
    }
    return all
  })

  function again(turn: NewTurn): ReadAgain {
    const read = readings.again(turn)
    kept.forget()
    return read
  }

  function count(turn: NewTurn, rule: StreakRule): RecordedTurn {
    const { why, ...counted } = counting(turn, rule)
    if (why !== undefined) saveWhy.run(JSON.stringify(why), turn.id)
    return counted
  }

  function insertTurn(turn: NewTurn, why = untilCounted(turn)): void {
    countRow.run()
    kept.added()
    insert.run(...valuesOf(turn, why))
  }

  const veto = db.transaction((turnId: string): boolean => {
    const row = takeBack.get(turnId)
    if (row === undefined) return false
    kept.forget()
    outOfStreaks(row.signature, turnId)
    return true
  })

  return {
    returnTurns,
    outOfStreaks,
    veto: veto.immediate,
    recordTurn: record.immediate,
    keepTurns: keep.immediate,
    countNext(ruleOf: RuleOf, until: CountUntil): readonly CountedTurn[] {
      // Once a process, and in a transaction of its own: that of the turns is rolled back if the process ends.
      isCareful ??= uncounted.begin(hurried)
      return countNext.immediate(ruleOf, isCareful ? { ...until, limit: 1 } : until)
    },
    putAside: (): PutAside[] => [...triggers.putAsideDrafts(), ...uncounted.putAside()],
    tryAgain: (): number => triggers.tryDraftsAgain() + uncounted.tryAgain(),
    forgetTurns: kept.forget,
    /** For what is remembered of turns whatever they count for. */
    turnChanges: { now: kept.now },
    ...turnReads(db, kept),
  }
}

function turnUndoing({
  kept,
  buckets,
  decisions,
  groups,
}: Pick<TurnTableParts, 'decisions' | 'groups'> & {
  readonly kept: KeptTurns
  readonly buckets: ReturnType<typeof bucketTable>
}) {
  function outOfStreaks(signature: string, turnId: string): void {
    buckets.takeBack(signature, turnId)
    groups.takeBack(turnId)
  }

  /** Undoes the counting of a turn, which is to count differently. */
  function giveBack(id: string): void {
    const row = kept.row(id)
    if (row === undefined) return
    const turn = kept.turnOf(row)
    decisions.reopen(creditOf(id, turn, decisions.answeredBy(turn)).settles)
    const { ended } = whyOf(row)
    if (turn.outcome === 'success') outOfStreaks(row.signature, id)
    else if (ended !== undefined) returnTurns({ ...ended, signature: row.signature }, row.at)
  }

  /** Runs inside the transaction that deletes the refused streak. */
  function returnTurns(returned: ReturnedTurns, at: number): void {
    for (const id of returned.turnIds) groups.returnTurn(id)
    const signatures = new Set(returned.turnIds.map((id) => String(kept.row(id)?.signature)))
    // Turns of one signature may have been an exact streak.
    if (signatures.size > 1) return
    for (const signature of signatures) buckets.returnTurns({ ...returned, signature }, at)
  }

  return { outOfStreaks, giveBack, returnTurns }
}

const placeOf = ({ id, trajectory: t }: NewTurn) => [t.timestamp.getTime(), t.sessionId ?? '', id] as const
