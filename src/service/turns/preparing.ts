import type { RequestGate } from '../../domain/draft/gate-names.ts'
import { requestGate } from '../../domain/draft/gates.ts'
import { signature } from '../../domain/signature.ts'
import { type TurnInput, type TurnTrajectory, toTrajectory } from '../../domain/turn.ts'
import type { NewTurn } from '../../store/ports/turn-store.ts'
import type { StreakRule } from '../../store/streak-rule.ts'
import { builtOnce } from '../built-once.ts'
import type { SettingApart } from './setting-apart.ts'

export interface PreparingParts {
  /** A UUID v7 of this time: ids ascend with time, so that inserting a turn appends to the index. */
  readonly newTurnId: (at: Date) => string
  readonly redact: (turn: TurnTrajectory) => TurnTrajectory
  readonly apart: SettingApart
  readonly gatesOff: readonly RequestGate[]
  readonly rule: Omit<StreakRule, 'scope' | 'claim'>
}

/** Makes turns ready to be stored. */
export function createPreparing(parts: PreparingParts) {
  const { redact, rule } = parts

  /** Redacts a turn and decides whether it may count; `beside` are those that are stored with it. */
  async function prepared(turn: TurnInput, now: Date, beside: readonly NewTurn[] = []): Promise<NewTurn> {
    const stored = redact(toTrajectory(turn, now))
    const apart = await parts.apart(stored, turn, beside)
    const trajectory = apart === undefined ? stored : { ...stored, kind: apart.kind }
    const key = apart !== undefined ? '' : signature(trajectory.userInput)
    const run = key === '' || trajectory.outcome === 'unknown' ? undefined : await runOf(trajectory)
    // Only a success can count. A request that is repeated before an outcome is counted once by the streak rule itself.
    const refusal =
      key === '' || trajectory.outcome !== 'success'
        ? undefined
        : requestGate(trajectory.userInput, { off: parts.gatesOff, ...(run && { run }) })
    const id = parts.newTurnId(trajectory.timestamp)
    return {
      id,
      signature: key,
      trajectory,
      deeds: run?.deeds,
      refusal: apart?.reason ?? (refusal && `${refusal.gate}: ${refusal.reason}`),
    }
  }

  /** What a run did; undefined if it made no calls, or if requests are not grouped by that. */
  async function runOf(turn: TurnTrajectory) {
    if (rule.grouping === 'signature' || (turn.toolCalls ?? []).length === 0) return undefined
    const { actionsOf, deedsOf, hasActed } = await runReading()
    const actions = actionsOf(turn)
    const deeds = deedsOf(turn.userInput, actions)
    return { deeds, acted: hasActed(actions), asked: (deeds?.asked.length ?? 0) > 0 }
  }

  return prepared
}

/** Loaded for a run with calls: the shell parser is most of the start of a short process. */
const runReading = builtOnce(async () => ({
  ...(await import('../../domain/draft/actions.ts')),
  ...(await import('../../domain/grouping/deeds.ts')),
}))
