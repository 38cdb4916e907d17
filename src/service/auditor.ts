import { type AuditFinding, type AuditReport, brokenReferences, dangers, type Split, waiting } from '../domain/audit.ts'
import { GRANTS, isSplitOff, SPLIT } from '../domain/lifecycle.ts'
import { runsOf } from '../domain/lift/trials.ts'
import { duplicates } from '../domain/near-duplicates.ts'
import { type IsLate, wasLate } from '../domain/safety/time-limit.ts'
import type { Skill } from '../domain/skill.ts'
import type { LedgerStore } from '../store/ports/ledger-store.ts'
import type { VersionStore } from '../store/ports/version-store.ts'
import type { SkillFolder } from '../store/skill-folder.ts'
import type { Appraiser } from './appraiser.ts'
import type { Archiving } from './archiving.ts'
import type { Catalogue } from './catalogue.ts'
import type { Clearance } from './clearance.ts'
import type { Clock } from './clock.ts'
import type { Curator } from './curator.ts'
import type { Twins } from './twins.ts'

export interface Auditor {
  /** Every skill with its status, then the findings that a person should look at. */
  audit(options?: { readonly staleDays?: number }): Promise<AuditReport>
}

export function createAuditor(parts: {
  readonly store: LedgerStore & VersionStore
  readonly curator: Curator
  readonly catalogue: Pick<Catalogue, 'all'>
  readonly appraiser: Appraiser
  readonly archiving: Archiving
  readonly folder: SkillFolder
  readonly clearance: Pick<Clearance, 'verdictOf'>
  readonly startLook: () => IsLate
  readonly clock: Clock
  readonly twins: Pick<Twins, 'pairs'>
  readonly staleDays: number
}): Auditor {
  const { store, curator, catalogue, appraiser, archiving, folder, clearance, clock, startLook, twins } = parts

  async function inFolders(skills: readonly Skill[]): Promise<AuditFinding[]> {
    // Loaded for an audit: the rules are compiled when they are read.
    const { scanFiles } = await import('../domain/safety.ts')
    const found: AuditFinding[] = []
    const stamps = new Map((await catalogue.all()).map(({ name, stamp }) => [name, stamp]))
    for (const skill of skills) {
      const files = (await folder.read(skill.name, stamps.get(skill.name) ?? undefined))?.files
      found.push(...brokenReferences(skill, files === undefined ? undefined : new Set(files.keys())))
      // A verdict of "clear" holds as long as the rules are the same.
      if (files === undefined) continue
      const { severity, findings } = await clearance.verdictOf(files)
      if (severity === 'clear') continue
      // Files whose scan timed out are not scanned again at every audit.
      const told = wasLate(findings) ? findings.map((one) => ({ ...one, excerpt: '' })) : scanFiles(files, startLook())
      found.push(...dangers(skill, told))
    }
    return found
  }

  /** Skills that were split off and that no person has decided on yet, by id. */
  async function splits(skills: readonly Skill[]): Promise<ReadonlyMap<string, Split>> {
    const found = new Map<string, Split>()
    const split = await store.skillsWith([SPLIT])
    for (const { id, name, status, signature } of skills) {
      if (status !== 'watching' || !split.has(id) || !isSplitOff(await store.ledger(name))) continue
      const from = skills.find((one) => one.signature === signature?.replace(/-[^-]+$/, ''))
      if (from === undefined) continue
      found.set(id, { from: from.name, stays: await evidenceOf(from), leaves: await evidenceOf({ id }) })
    }
    return found
  }

  const evidenceOf = async ({ id }: Pick<Skill, 'id'>): Promise<readonly string[]> =>
    (await store.versions(id)).findLast(({ state, evidence }) => state === 'accepted' && evidence.length > 0)
      ?.evidence ?? []

  return {
    async audit({ staleDays = parts.staleDays } = {}) {
      const skills = await curator.list()
      const live = skills.filter(({ status }) => status !== 'archived' && status !== 'revoked')
      const now = clock.now()
      const lifts = (await appraiser.lift()).skills.filter(({ treated }) => runsOf(treated) > 0)
      const findings = [
        ...waiting(live, await store.skillsWith(GRANTS), await store.proposed(), await splits(live)),
        ...(await archiving.toArchive({ staleDays })),
        ...duplicates(live, await twins.pairs(live)),
        ...(await inFolders(live)),
      ]
      return { generatedAt: now, staleDays, skills, lifts, findings }
    },
  }
}
