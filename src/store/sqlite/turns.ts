import type { Database } from 'better-sqlite3'
import { isCorrection } from '../../domain/correction/signs.ts'
import { creditOf } from '../../domain/credit.ts'
import type { TurnTrajectory } from '../../domain/turn.ts'
import type { CountedTurn, KeptTurn, NewTurn, PutAside, RecordedTurn } from '../ports/turn-store.ts'
import type { ReturnedTurns } from '../skill-records.ts'
import type { StreakRule } from '../streak-rule.ts'
import { bucketTable } from './buckets.ts'
import { turnCounting } from './counting.ts'
import type { DecisionTable } from './decisions.ts'
import type { GroupTable } from './groups.ts'
import { INSERT, KeptTurns, type TurnRow as Row, turnReads, valuesOf, whyOf } from './kept-turns.ts'
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
  const insert = db.prepare<unknown[]>(INSERT)
  const countRow = db.prepare('UPDATE world SET turn_rows = turn_rows + 1 WHERE id = 1')
  const takeBack = db.prepare<[string], Pick<Row, 'signature'>>(
    "UPDATE turns SET outcome = 'unknown' WHERE id = ? AND outcome = 'success' RETURNING signature",
  )
  const kept = new KeptTurns(db)
  const { lastSuccess, ...reads } = turnReads(db, kept)
  const buckets = bucketTable(db)
  const { outOfStreaks, giveBack, returnTurns } = turnUndoing({ kept, buckets, decisions, groups })
  const { counting, known } = turnCounting({ decisions, triggers, groups, buckets })
  const waiting = uncountedTable(db)
  const readings = readingTable(db, giveBack)
  /** An earlier process ended while counting: each turn is counted alone, to find the one that causes it. */
  let isCareful: boolean | undefined

  const record = db.transaction((turn: NewTurn, rule: StreakRule): RecordedTurn => {
    if (!readings.isKept(turn.trajectory)) {
      // Looked up before this turn becomes the latest one of its session.
      const rejects = rejectedBy(turn.trajectory)
      const { why, ...counted } = counting(turn, rule)
      insertTurn(turn, null, why)
      return { ...counted, ...rejects }
    }
    const { id, completed, fell } = again(turn)
    if (completed === undefined) return { ...known(turn, id, rule), ...fell }
    return { ...count(completed, rule), ...fell }
  })

  const keep = db.transaction((turns: readonly NewTurn[]): readonly KeptTurn[] =>
    turns.map((turn) => {
      if (!readings.isKept(turn.trajectory)) return changes.apart(() => keepNew(turn))
      const { id, completed, fell }: ReadAgain = again(turn)
      if (completed !== undefined) waiting.postpone(id)
      return { status: completed === undefined ? 'known' : 'recorded', turnId: id, ...fell }
    }),
  )

  function keepNew(turn: NewTurn): KeptTurn {
    insertTurn(turn, 0)
    return { status: 'recorded', turnId: turn.id }
  }

  const countNext = db.transaction((ruleOf: RuleOf, limit: number): readonly CountedTurn[] => {
    const all: CountedTurn[] = []
    while (all.length < limit) {
      const row = waiting.next()
      if (row === undefined) break
      const { refusal, deeds } = whyOf(row)
      const turn = { id: row.id, signature: row.signature, trajectory: kept.turnOf(row), refusal, deeds }
      const counted = count(turn, ruleOf(turn.trajectory))
      all.push({ ...counted, turn })
      if (counted.trigger !== undefined || counted.rejects !== undefined) break
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
    waiting.counted(turn.id, why)
    return { ...counted, ...rejectedBy(turn.trajectory, turn.id) }
  }

  /** The session's success (before a stored turn) that a correction or an undo says was none. */
  function rejectedBy({ engine = 'generic', sessionId, userInput }: TurnTrajectory, id?: string) {
    const rejects = sessionId !== undefined && isCorrection(userInput) ? lastSuccess(engine, sessionId, id) : undefined
    return rejects !== undefined && { rejects }
  }

  function insertTurn(turn: NewTurn, uncounted: 0 | null, why = untilCounted(turn)): void {
    countRow.run()
    kept.added()
    insert.run(...valuesOf(turn, why, uncounted))
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
    countNext(ruleOf: RuleOf, limit: number): readonly CountedTurn[] {
      // Once a process, and in a transaction of its own: that of the turns is rolled back if the process ends.
      isCareful ??= waiting.begin(hurried)
      return countNext.immediate(ruleOf, isCareful ? 1 : limit)
    },
    putAside: (): PutAside[] => [...triggers.putAsideDrafts(), ...waiting.putAside()],
    tryAgain: (): number => triggers.tryDraftsAgain() + waiting.tryAgain(),
    forgetTurns: kept.forget,
    /** For what is remembered of turns whatever they count for. */
    turnChanges: { now: kept.now },
    ...reads,
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
