import { harmful, type Kept, stale, type Term } from '../../domain/archiving.ts'
import type { AuditFinding } from '../../domain/audit.ts'
import { STALE_DAYS } from '../../domain/audit.ts'
import type { Core } from '../core.ts'
import type { Appraiser } from '../proof/appraiser.ts'

export interface Archiving {
  /**
   * Skills whose archiving is proposed and why, those that do harm first: they do harm, or were not used for so many days.
   * Without those that a person keeps.
   */
  toArchive(asked?: { readonly staleDays?: number }): Promise<readonly AuditFinding[]>
}

export function createArchiving(
  parts: Core<'store' | 'catalogue' | 'clock'> & { readonly appraiser: Appraiser },
): Archiving {
  const { store, appraiser, catalogue, clock } = parts
  return {
    async toArchive({ staleDays: days = STALE_DAYS } = {}) {
      await catalogue.refresh()
      const term: Term = { now: clock.now(), days }
      const skills = (await store.lastUses()).map(({ lastUsedAt, createdAt, ...skill }) => ({
        ...skill,
        createdAt: new Date(createdAt),
        ...(lastUsedAt === null ? {} : { lastUsedAt: new Date(lastUsedAt) }),
      }))
      const { skills: lifts } = await appraiser.lift()
      const doubted = new Set(lifts.filter(({ archive }) => archive).map(({ skill }) => skill))
      const at = await store.kept()
      const kept = new Map<string, Kept>()
      for (const { id, name } of skills) {
        const keep = at.get(id)
        if (keep === undefined) continue
        // Counted where it decides: the log has no index by skill.
        const outcomes = doubted.has(name) ? await store.outcomesSince(name, keep) : 0
        kept.set(id, { at: new Date(keep), outcomes })
      }
      return [...harmful(skills, lifts, kept, term), ...stale(skills, kept, term)]
    },
  }
}
