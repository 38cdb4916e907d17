import { creditOf } from '../../domain/credit.ts'
import type { ExplainedTurn, NewTurn, RecordedTurn } from '../ports/turn-store.ts'
import type { StreakRule } from '../streak-rule.ts'
import type { bucketTable } from './buckets.ts'
import type { DecisionTable } from './decisions.ts'
import type { GroupTable } from './groups.ts'
import type { TriggerTable } from './triggers.ts'

type Why = ExplainedTurn['why']

/** The effect of a turn on its streak; `completed` holds the turns of a completed one, oldest first. */
interface Counted {
  readonly signature: string
  readonly streak: number
  readonly completed: readonly string[] | undefined
  readonly why: Why | undefined
}

/** What a turn does to its streak and to the skill that it was given; runs inside the turn's transaction. */
export function turnCounting({
  decisions,
  triggers,
  groups,
  buckets,
}: {
  readonly decisions: DecisionTable
  readonly triggers: TriggerTable
  readonly groups: GroupTable
  readonly buckets: ReturnType<typeof bucketTable>
}) {
  /** Counts a turn whether or not it has a row; `why` is stored in that row if it is more than the refusal. */
  function counting(turn: NewTurn, rule: StreakRule): RecordedTurn & { readonly why?: Why | undefined } {
    const { id, signature } = turn
    const at = turn.trajectory.timestamp.getTime()
    const credited = credit(turn, at)
    const base = { status: 'recorded' as const, turnId: id, ...credited }
    if (signature === '') return { ...base, signature, streak: 0 }
    const { completed, ...step } = streakOf(turn, rule, at)
    if (completed === undefined) return { ...base, ...step }
    return { ...base, ...step, trigger: triggers.add(step.signature, completed, rule.claim) }
  }

  function known({ signature, trajectory: t }: NewTurn, turnId: string, rule: StreakRule): RecordedTurn {
    const streak = signature === '' ? 0 : buckets.streakOf(signature, rule, t.timestamp.getTime())
    return { status: 'known', turnId, signature, streak }
  }

  function streakOf(turn: NewTurn, rule: StreakRule, at: number): Counted {
    const { id, signature, trajectory: t } = turn
    const refusal = turn.refusal === undefined ? undefined : { refusal: turn.refusal }
    const outcome = refusal === undefined ? t.outcome : 'unknown'
    const exact = buckets.advance(signature, { id, sessionId: t.sessionId ?? '', at }, outcome, rule)
    const ended = exact.ended && { ended: { scope: rule.scope, turnIds: exact.ended } }
    if (rule.grouping === 'signature') {
      const { streak, completed } = exact
      return { signature, streak, completed, why: ended && { ...refusal, ...ended } }
    }
    const request = { scope: rule.scope, text: t.userInput, signature, turnId: id, at, deeds: turn.deeds }
    const { reason, signature: named, streak, completed } = groups.observe(request, outcome, rule, exact)
    return { signature: named, streak, completed, why: { ...refusal, group: reason, ...ended } }
  }

  /** Settles the decision that the turn answers; a skill that it names besides is logged as forced. */
  function credit({ id, signature, trajectory: t }: NewTurn, at: number): { credited?: string } {
    if (t.kind !== undefined) return {}
    const answered = decisions.answeredBy(t)
    const { settles, reported, loaded } = creditOf(id, t, answered)
    if (reported !== undefined) decisions.addReported(id, reported, at, t, signature)
    const settled = settles === undefined ? undefined : decisions.settleWithin(settles, t.outcome, at, loaded)
    return settled?.status === 'credited' && settled.skill !== undefined ? { credited: settled.skill } : {}
  }

  return { counting, known }
}
