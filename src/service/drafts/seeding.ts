import type { DraftText } from '../../domain/draft/compose.ts'
import { DRAFT_PRIOR } from '../../domain/routing/seeds.ts'
import type { PendingTrigger } from '../../store/ports/turn-store.ts'
import type { SkillRecord, VersionRecord } from '../../store/skill-records.ts'
import type { Core } from '../core.ts'

export type SeedingParts = Core<'store' | 'clock' | 'tell'>

const SCORER = 'auto_drafter'

/** Writes the prior's row for the router; on failure it warns and returns false. The files stay in either case. */
export function seeding({ store, clock, tell }: SeedingParts) {
  return async (
    trigger: Pick<PendingTrigger, 'id'>,
    composed: Pick<DraftText, 'name' | 'body' | 'signature'>,
    version: Pick<VersionRecord, 'version'>,
    prior = DRAFT_PRIOR,
  ): Promise<boolean> => {
    try {
      await store.addPrompt({
        // The trigger's id, so that a resumed trigger finds its row.
        id: trigger.id,
        skillName: composed.name,
        parentId: null,
        promptBody: composed.body,
        score: prior,
        scoreMeasured: false,
        scorer: SCORER,
        generation: await store.nextGeneration(composed.name, SCORER),
        createdAt: Math.floor(clock.now().getTime() / 1000),
        metadata: { trigger_id: trigger.id, signature: composed.signature, version: version.version, prior: true },
      })
      return true
    } catch (error) {
      tell({
        kind: 'warning',
        what: `the draft "${composed.name}" was written, but not its row in the prompt store`,
        cause: error,
      })
      return false
    }
  }
}

/** A draft whose rows were lost begins with its prior again. */
export async function seedAgain(
  parts: SeedingParts,
  { name, origin, body, signature }: SkillRecord,
  version: Pick<VersionRecord, 'version'>,
): Promise<void> {
  if (origin !== 'auto' || signature === null || (await parts.store.nextGeneration(name, SCORER)) > 0) return
  await seeding(parts)({ id: parts.clock.newId() }, { name, body, signature }, version)
}
