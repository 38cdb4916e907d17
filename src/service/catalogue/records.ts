import { FIRST_VERSION, newestVersion, nextVersion } from '../../domain/version.ts'
import type { LedgerEntry, SkillRecord, VersionRecord } from '../../store/skill-records.ts'
import type { Clock } from '../clock.ts'

/**
 * A ledger line for an action on a skill, whose rows are `before` and `after` (the same where nothing else is said): of the
 * drafter, unless an actor is named.
 */
export function ledgerLine({
  at,
  before,
  after = before,
  ...said
}: Pick<LedgerEntry, 'move' | 'reason'> &
  Partial<Omit<LedgerEntry, 'at'>> & {
    readonly at: Date
    readonly before?: SkillRecord | undefined
    readonly after?: SkillRecord | undefined
  }): LedgerEntry {
  const [fromStatus, toStatus] = [before?.status ?? null, after?.status ?? null]
  const skill = { skillName: after?.name ?? '', skillId: after?.id ?? null }
  return { at: at.getTime(), ...skill, actor: 'auto', fromStatus, toStatus, versionId: null, ...said }
}

/** The number of the version after these. */
export function numberAfter(versions: readonly Pick<VersionRecord, 'version'>[]): string {
  const newest = newestVersion(versions.map(({ version }) => version))
  return newest === undefined ? FIRST_VERSION : nextVersion(newest)
}

/** A new version of a skill: accepted, and by a person, unless it is said otherwise. */
export const newVersion = (
  clock: Clock,
  said: Pick<VersionRecord, 'skillId' | 'version' | 'reason' | 'digest'> & Partial<VersionRecord>,
): VersionRecord => ({
  ...{ id: clock.newId(), parentId: null, author: 'person', state: 'accepted', evidence: [], triggerId: null },
  ...{ createdAt: clock.now().getTime(), baseId: null, ...said },
})
