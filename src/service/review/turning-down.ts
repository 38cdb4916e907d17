import type { DraftReceipt } from '../../domain/receipt.ts'
import type { PendingTrigger } from '../../store/ports/turn-store.ts'
import type { SkillRecord } from '../../store/skill-records.ts'
import { ledgerLine } from '../catalogue/records.ts'
import type { Core } from '../core.ts'
import type { EvidenceRefusal } from '../drafts/evidence-check.ts'

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
