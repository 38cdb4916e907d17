import { nextStreak, stoodAgain } from '../../domain/bucketer.ts'
import { creditOf } from '../../domain/credit.ts'
import { askedText } from '../../domain/grouping/asked.ts'
import { withoutRequest, withRequest } from '../../domain/grouping/changes.ts'
import type { GroupReason } from '../../domain/grouping/group.ts'
import { GroupMemory } from '../../domain/grouping/memory.ts'
import { groupStep } from '../../domain/grouping/step.ts'
import { isFuller, type Reading } from '../../domain/reading.ts'
import type { TurnTrajectory } from '../../domain/turn.ts'
import type { ExplainedTurn, ProjectTurn } from '../ports/turn-lookups.ts'
import type { CountedTurn, CountUntil, KeptTurn, NewTurn, RecordedTurn } from '../ports/turn-store.ts'
import type { StandingTurns } from '../standing-turns.ts'
import type { StreakRule } from '../streak-rule.ts'
import { bounded } from './bounded.ts'
import type { MemoryDecisions } from './decisions.ts'
import { knownTurns } from './known-turns.ts'
import type { MemoryVectors } from './vectors.ts'

/** Turns whose identity and text are remembered; the oldest are forgotten first. */
const MAX_TURNS = 10_000
const LAST_TIME = 8.64e15

interface Step {
  readonly streak: number
  readonly completed?: readonly string[]
  readonly reason?: GroupReason
  /** The turns that waited until this failure. */
  readonly ended?: readonly string[]
}

type NamedStep = Step & { readonly signature: string }

/** Turns and streaks, in memory. */
export function memoryTurns(decisions: MemoryDecisions, vectors: MemoryVectors) {
  const turns = new Map<string, TurnTrajectory>()
  const known = knownTurns(MAX_TURNS, (id) => turns.get(id)?.sessionId)
  const buckets = new Map<string, { ids: readonly string[]; at: number }>()
  const groups = new Map<string, GroupMemory>()
  /** Turn ids by their number. */
  const ids: string[] = []
  const kept = new Map<string, NewTurn>()
  const whys = new Map<string, Pick<ExplainedTurn, 'signature' | 'why'>>()

  function recordTurn(turn: NewTurn, rule: StreakRule): RecordedTurn {
    const { signature, trajectory: t } = turn
    const { id, isKnown, fell } = take(turn)
    kept.delete(id)
    if (isKnown)
      return {
        status: 'known',
        turnId: id,
        signature,
        streak: waitingOn(signature, rule, t.timestamp.getTime()).length,
        ...fell,
      }
    return { ...count({ ...turn, id, trajectory: turns.get(id) ?? t }, rule), ...fell }
  }

  function keepTurn(turn: NewTurn): KeptTurn {
    const { id, isKnown, fell } = take(turn)
    if (!isKnown) kept.set(id, { ...turn, id })
    return { status: isKnown ? 'known' : 'recorded', turnId: id, ...fell }
  }

  function countNext(
    ruleOf: (turn: TurnTrajectory) => StreakRule,
    { limit, isLast }: CountUntil,
  ): readonly CountedTurn[] {
    const all: CountedTurn[] = []
    // Of one session, those of one time come as they were kept.
    const next = [...kept.values()].sort((a, b) => timeOf(a) - timeOf(b) || compare(sessionOf(a), sessionOf(b)))
    for (const turn of next.slice(0, limit)) {
      kept.delete(turn.id)
      // It may have been taken back since.
      const trajectory = turns.get(turn.id) ?? turn.trajectory
      const counted = count({ ...turn, trajectory }, ruleOf(trajectory))
      all.push({ ...counted, turn: { ...turn, trajectory } })
      if (counted.trigger !== undefined || isLast(trajectory)) break
    }
    return all
  }

  /** The id that a turn is known by, and whether it changes nothing. */
  function take({ id, trajectory: t }: NewTurn): {
    readonly id: string
    readonly isKnown: boolean
    readonly fell?: { readonly fell: true }
  } {
    const seen = known.seenAs(id, t)
    const was = seen === undefined ? undefined : turns.get(seen)
    if (seen === undefined || was === undefined) {
      bounded(turns, MAX_TURNS).set(id, t)
      return { id, isKnown: false }
    }
    if (!isFuller(readingOf(was), readingOf(t))) return { id: seen, isKnown: true }
    const isSame = was.outcome === t.outcome
    const fell = was.outcome === 'success' && !isSame && !kept.has(seen)
    if (fell) veto(seen)
    else if (was.outcome === 'failure' && !isSame && !kept.has(seen)) restore(seen, was)
    turns.set(seen, { ...t, timestamp: was.timestamp })
    return { id: seen, isKnown: isSame || t.outcome === 'unknown', ...(fell && { fell: { fell: true } }) }
  }

  /** What waited until a failure waits again. */
  function restore(turnId: string, { timestamp }: TurnTrajectory): void {
    const { signature, why } = whys.get(turnId) ?? {}
    if (signature !== undefined && why?.ended !== undefined)
      standAgain({ ...why.ended, signature }, timestamp.getTime())
  }

  function count(turn: NewTurn, rule: StreakRule): RecordedTurn {
    const { id, signature, trajectory: t } = turn
    const at = t.timestamp.getTime()
    const before = waitingOn(signature, rule, at)
    const credited = creditTurn(turn, at)
    const base = { status: 'recorded' as const, turnId: id, ...credited }
    if (signature === '') return { ...base, signature, streak: 0 }
    const exact = { signature, ...advance(turn, rule, at, before) }
    const step = rule.grouping === 'similar' ? grouped(turn, rule, exact) : exact
    const ended = exact.ended && { ended: { scope: rule.scope, turnIds: exact.ended } }
    const why = { ...ended, ...(turn.refusal && { refusal: turn.refusal }), ...(step.reason && { group: step.reason }) }
    bounded(whys, MAX_TURNS).set(id, { signature, why })
    const { streak, completed } = step
    if (completed === undefined) return { ...base, signature: step.signature, streak }
    return {
      ...base,
      signature: step.signature,
      streak,
      trigger: { id: rule.claim.triggerId, signature: step.signature, turnIds: completed },
    }
  }

  function veto(turnId: string): boolean {
    const turn = turns.get(turnId)
    if (turn?.outcome !== 'success') return false
    turns.set(turnId, { ...turn, outcome: 'unknown' })
    for (const [key, bucket] of buckets) buckets.set(key, { ...bucket, ids: bucket.ids.filter((id) => id !== turnId) })
    changeGroups(turnId, withoutRequest)
    return true
  }

  /** Changes what a turn is part of, in every scope that knows it. */
  function changeGroups(turnId: string, changeOf: typeof withoutRequest): void {
    for (const memory of groups.values()) {
      const request = memory.request(ids.lastIndexOf(turnId))
      if (request === undefined) continue
      memory.apply(changeOf(request, request.group === undefined ? undefined : memory.group(request.group)))
    }
  }

  /** Turns of a refused streak wait again, before those that came meanwhile. */
  function standAgain(standing: StandingTurns, at: number): void {
    const { turnIds } = standing
    for (const id of turnIds) changeGroups(id, withRequest)
    const signatures = new Set(turnIds.map((id) => whys.get(id)?.signature ?? ''))
    // Of one signature, it may have been a streak of exactly that.
    if (signatures.size > 1) return
    for (const signature of signatures) {
      const key = keyOf(standing, signature)
      buckets.set(key, { ids: stoodAgain(turnIds, buckets.get(key)?.ids ?? []), at })
    }
  }

  const timeOfTurn = (id: string): number => turns.get(id)?.timestamp.getTime() ?? 0
  const inTime = (turnIds: readonly string[]) => [...turnIds].sort((a, b) => timeOfTurn(a) - timeOfTurn(b))

  const keyOf = ({ scope }: { readonly scope: string }, signature: string): string => JSON.stringify([scope, signature])

  function waitingOn(signature: string, rule: StreakRule, at: number): readonly string[] {
    const bucket = buckets.get(keyOf(rule, signature))
    return bucket === undefined || at - bucket.at > rule.expiryMs ? [] : bucket.ids
  }

  function advance(
    { id, signature, trajectory, refusal }: NewTurn,
    rule: StreakRule,
    at: number,
    before: readonly string[],
  ): Step {
    const outcome = refusal === undefined ? trajectory.outcome : 'unknown'
    const next = nextStreak(before, id, outcome, rule.threshold)
    if (next.waiting === before) return { streak: before.length }
    const newest = buckets.get(keyOf(rule, signature))?.at ?? at
    // Older than some that wait: a failure ends what was before it, a success stands among them.
    const isLate = at < newest && before.length > 0
    if (outcome === 'success' && at < rule.claim.at && isTooLate(before, newest - at, rule))
      return { streak: before.length }
    const waiting = isLate && outcome === 'failure' ? before.filter((one) => timeOfTurn(one) > at) : next.waiting
    buckets.delete(keyOf(rule, signature))
    if (waiting.length > 0)
      bounded(buckets, rule.maxBuckets).set(keyOf(rule, signature), {
        ids: isLate ? inTime(waiting) : waiting,
        at: isLate ? newest : at,
      })
    if (outcome === 'failure') return stepOfFailure(before, waiting)
    return stepOfSuccess(next.waiting, next.completed && (isLate ? inTime(next.completed) : next.completed))
  }

  function grouped({ id, signature, trajectory, refusal }: NewTurn, rule: StreakRule, exact: Step): NamedStep {
    const memory = groups.get(rule.scope) ?? new GroupMemory()
    groups.set(rule.scope, memory)
    const number = ids.push(id) - 1
    const at = trajectory.timestamp.getTime()
    const request = { id: number, text: askedText(trajectory.userInput), signature, at }
    const step = groupStep(memory, request, refusal === undefined ? trajectory.outcome : 'unknown', {
      threshold: rule.threshold,
      since: at - rule.expiryMs,
      exact: exact.completed && ((one) => exact.completed?.includes(ids[one] ?? '') === true),
      ...(rule.vectorModel && { vectors: vectors.lookup(rule.vectorModel) }),
    })
    memory.apply(step.changes)
    const completed = exact.completed ?? step.completed?.map((one) => ids[one] as string)
    // An exact streak is drafted under its own name, whatever its group is called.
    const named = { signature: exact.completed === undefined ? step.signature : signature, reason: step.reason }
    return completed === undefined
      ? { ...named, streak: Math.max(exact.streak, step.streak) }
      : { ...named, streak: completed.length, completed }
  }

  function creditTurn({ id, signature, trajectory: t }: NewTurn, at: number): { credited?: string } {
    const row = decisions.answeredBy(t)
    const answered = row && { ...row, first: row.weighed[0]?.skill ?? null }
    const { settles, reported, loaded } = creditOf(id, t, answered)
    if (reported !== undefined) decisions.addReported(id, reported, at, t, signature)
    const settled = settles === undefined ? undefined : decisions.settle(settles, t.outcome, at, loaded)
    return settled?.status === 'credited' && settled.skill !== undefined ? { credited: settled.skill } : {}
  }

  return {
    record: recordTurn,
    keep: (given: readonly NewTurn[]): readonly KeptTurn[] => given.map(keepTurn),
    countNext,
    veto,
    standAgain,
    lastSuccess(engine: string, sessionId: string, before?: string): string | undefined {
      const until = (before === undefined ? undefined : turns.get(before))?.timestamp.getTime()
      const last = [...turns]
        .filter(([id, t]) => id !== before && (until === undefined || t.timestamp.getTime() <= until))
        .findLast(([, t]) => (t.engine ?? 'generic') === engine && t.sessionId === sessionId)
      return last?.[1].outcome === 'success' ? last[0] : undefined
    },
    byIds: (wanted: readonly string[]): TurnTrajectory[] => wanted.flatMap((id) => turns.get(id) ?? []),
    explain(id: string): ExplainedTurn | undefined {
      const trajectory = turns.get(id)
      if (trajectory === undefined) return undefined
      return { id, trajectory, ...(whys.get(id) ?? { signature: '', why: {} }) }
    },
    latest: (limit: number): ExplainedTurn[] =>
      [...turns]
        .slice(-limit)
        .reverse()
        .map(([id, trajectory]) => ({ id, trajectory, ...(whys.get(id) ?? { signature: '', why: {} }) })),
    ofProject: (projectDir: string, limit: number, except: readonly string[], until = LAST_TIME): ProjectTurn[] =>
      [...turns]
        .filter(([id, turn]) => turn.projectDir === projectDir && !except.includes(id))
        .filter(([, turn]) => turn.timestamp.getTime() <= until)
        .slice(-limit)
        .reverse()
        .map(([id, { extent, turns: count, outcome }]) => ({ id, reading: `${extent}/${count}/${outcome}` })),
    held: { turns, whys, buckets, groups: { [Symbol.iterator]: () => groups.values() }, ids },
    tally: () => ({
      turns: turns.size,
      lastTurnAt: turns.size === 0 ? null : Math.max(...[...turns.values()].map((t) => t.timestamp.getTime())),
      streaks: buckets.size,
    }),
  }
}

/** So long before the newest of those that wait that it is part of no streak with them. */
const isTooLate = (before: readonly string[], ms: number, { expiryMs }: StreakRule): boolean =>
  before.length > 0 && ms > expiryMs

const stepOfSuccess = (waiting: readonly string[], completed: readonly string[] | undefined): Step =>
  completed === undefined ? { streak: waiting.length } : { streak: completed.length, completed }

function stepOfFailure(before: readonly string[], waiting: readonly string[]): Step {
  const ended = before.filter((one) => !waiting.includes(one))
  return { streak: waiting.length, ...(ended.length > 0 && { ended }) }
}

const readingOf = ({ outcome, extent, toolCalls }: TurnTrajectory): Reading => ({
  outcome,
  extent,
  calls: toolCalls?.length ?? 0,
})
const timeOf = ({ trajectory }: NewTurn): number => trajectory.timestamp.getTime()
const sessionOf = ({ trajectory }: NewTurn): string => trajectory.sessionId ?? ''
const compare = (a: string, b: string): number => (a === b ? 0 : a < b ? -1 : 1)
