import { RULES_VERSION } from '../../domain/safety/rules-version.ts'
import type { LedgerEntry, SkillRecord } from '../../store/skill-records.ts'
import type { Core } from '../core.ts'
import { type Found, type FoundSkills, UNREADABLE } from '../offers/found-skills.ts'
import { ledgerLine, newVersion, numberAfter } from './records.ts'

/** Makes bytes that were found in a folder the head of a skill. */
export function createTakingIn(
  { store, clock, tell }: Core<'store' | 'clock' | 'tell'>,
  reading: Pick<FoundSkills, 'textOf'>,
) {
  /** Makes bytes found on disk the head, as a version whose author is the person. */
  async function takeIn(
    row: SkillRecord,
    there: Found,
    standing: Partial<SkillRecord>,
    move: 'edit' | 'found',
    reason: string,
  ): Promise<SkillRecord | undefined> {
    const versions = await store.versions(row.id)
    const { path, digest, stamp } = there
    const number = numberAfter(versions)
    const parentId = versions.find((v) => v.version === row.headVersion)?.id ?? null
    const record = newVersion(clock, { skillId: row.id, version: number, parentId, reason, digest })
    const version = { ...record, files: there.files }
    const text = reading.textOf(row.name, stamp, there) ?? UNREADABLE
    const after = { ...row, ...text, ...standing, path, digest, stamp, headVersion: number, rules: RULES_VERSION }
    const ledger = line({ move, before: row, after, reason, versionId: version.id })
    const done = await store.apply({ skill: after, expect: row, version, ledger, newcomer: move === 'found' })
    if (!done) return undefined
    tellWithheld(row, after, reason)
    return after
  }

  /** Warns a person about a skill that is no longer offered because of a change found in its folder. */
  function tellWithheld(
    before: SkillRecord | undefined,
    { name, status, altered, look }: SkillRecord,
    reason: string,
  ): void {
    if (status === 'quarantined' && before?.status !== 'quarantined')
      tell({ kind: 'warning', what: `"${name}": ${reason}; see wayland-core show ${name}` })
    else if (altered && before?.altered !== true)
      tell({
        kind: 'warning',
        what: `"${name}": ${look ?? reason}; it is not offered until you promote it: wayland-core skills promote ${name}`,
      })
  }

  const line = (said: Omit<Parameters<typeof ledgerLine>[0], 'at'>): LedgerEntry =>
    ledgerLine({ at: clock.now(), actor: 'person', ...said })

  return { takeIn, tellWithheld, line }
}
