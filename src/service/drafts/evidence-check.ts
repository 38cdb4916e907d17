import type { DraftReceipt } from '../../domain/receipt.ts'
import { projectOfRun, type TurnTrajectory } from '../../domain/turn.ts'
import type { PendingTrigger } from '../../store/ports/turn-store.ts'
import type { ReturnedTurns, SkillRecord } from '../../store/skill-records.ts'
import { builtOnce } from '../built-once.ts'
import { ledgerLine } from '../catalogue/records.ts'
import type { Core } from '../core.ts'
import type { ProjectBaseRates } from './project-base-rates.ts'

/** Why a completed streak makes no draft, and which of its turns still count. */
export interface EvidenceRefusal {
  readonly reason: string
  readonly returned?: ReturnedTurns
  /** Its requests are one task by what they mean: a draft of their words and wishes is made all the same. */
  readonly inWords?: true
}

export interface EvidenceParts {
  readonly habits: ProjectBaseRates
  readonly gates: readonly string[]
  /** Whether streaks are counted over all projects or in each. */
  readonly scope: 'user' | 'project'
}

/**
 * Checks whether the runs of a streak teach anything that this project's turns do not do anyway; undefined when they
 * do.
 */
export function evidenceCheck({ habits, gates, scope }: EvidenceParts) {
  return async (trigger: PendingTrigger, turns: readonly TurnTrajectory[]): Promise<EvidenceRefusal | undefined> => {
    if (gates.length === 0) return undefined
    // Loaded when a streak is complete: the shell parser is most of the start of a short process.
    const { checkEvidence } = await evidenceGates()
    // Turns after the streak's last one (read earlier, out of order) do not count for the base rates.
    const until = Math.max(...turns.map((turn) => turn.timestamp.getTime()))
    const habit = await habits.of({ tasks: [turns], ids: trigger.turnIds, until })
    const refusal = checkEvidence(turns, habit, (gate) => gates.includes(gate), trigger.meant)
    if (refusal === undefined) return undefined
    const { gate, returned } = refusal
    if (trigger.meant === true && gate === 'nothing_in_common') return { reason: refusal.reason, inWords: true }
    const turnIds = trigger.turnIds.filter((_, i) => returned.includes(turns[i] as TurnTrajectory))
    const reason = `${gate}: ${refusal.reason}`
    if (turnIds.length === 0 || turns.length !== trigger.turnIds.length) return { reason }
    return {
      reason: `${reason}; ${turnIds.length} of them still ${turnIds.length === 1 ? 'counts' : 'count'}`,
      returned: { signature: trigger.signature, scope: scopeOf(turns, scope), turnIds },
    }
  }
}

/** The scope of a streak: the project of its latest turn, or the empty string for all projects. */
export const scopeOf = (turns: readonly TurnTrajectory[], scope: EvidenceParts['scope']): string =>
  scope === 'project' ? (projectOfRun(turns.at(-1) ?? {}) ?? '') : ''

const evidenceGates = builtOnce(async () => await import('../../domain/draft/evidence-gates.ts'))

/** Forgets streaks that make no draft, each with a ledger line that says why. */
export function turningDown({ store, clock }: Core<'store' | 'clock'>) {
  async function turnDown(
    trigger: PendingTrigger,
    name: string,
    status: 'refused' | 'suppressed',
    why: EvidenceRefusal,
    now?: SkillRecord,
  ): Promise<DraftReceipt> {
    await giveUp(trigger, name, now, status, why)
    return { status, skill: name, reason: why.reason }
  }

  /** `move` is that of the ledger line. */
  async function giveUp(
    trigger: PendingTrigger,
    name: string,
    now: SkillRecord | undefined,
    move: string,
    { reason, returned }: EvidenceRefusal,
  ): Promise<void> {
    const line = ledgerLine({ at: clock.now(), move, skillName: name, before: now, reason })
    await store.dropTrigger(trigger.id, line, returned)
  }

  return { turnDown, giveUp }
}
