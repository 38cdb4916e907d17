import {
  type AuditFinding,
  type AuditReport,
  brokenReferences,
  dangers,
  referencesOf,
  type Split,
  STALE_DAYS,
  waiting,
} from '../../domain/audit.ts'
import type { Capability } from '../../domain/capabilities/capability.ts'
import { isSplitOff, SPLIT } from '../../domain/lifecycle.ts'
import { runsOf } from '../../domain/lift/trials.ts'
import { duplicates } from '../../domain/near-duplicates.ts'
import { RULES_VERSION } from '../../domain/safety/rules-version.ts'
import { type IsLate, wasLate } from '../../domain/safety/time-limit.ts'
import { isDrafted, isWithdrawn, MAX_NAME, type Skill } from '../../domain/skill.ts'
import { skillName } from '../../domain/skill-reference.ts'
import type { FolderContent, SkillRecord } from '../../store/skill-records.ts'
import type { Core } from '../core.ts'
import type { Twins } from '../drafts/twins.ts'
import type { Appraiser } from '../proof/appraiser.ts'
import { listSkills } from './lister.ts'
import type { Archiving } from './review-queue.ts'

export interface Auditor {
  /** Every skill with its status, then the findings that a person should look at. */
  audit(options?: { readonly staleDays?: number }): Promise<AuditReport>
  /** The split that waits for a decision and that the skill of this name is a half of: both names. */
  splitOf(name: string): Promise<{ readonly keeps: string; readonly leaves: string } | undefined>
}

/** Skills whose files are in memory at once. */
const READ_AT_ONCE = 100

export function createAuditor(
  parts: Core<'store' | 'catalogue' | 'folder' | 'clearance' | 'clock'> & {
    readonly appraiser: Appraiser
    readonly archiving: Archiving
    readonly startLook: () => IsLate
    readonly twins: Pick<Twins, 'pairs'>
  },
): Auditor {
  const { store, catalogue, appraiser, archiving, folder, clearance, clock, startLook, twins } = parts
  const { splits, splitOf } = createSplits(store)

  /**
   * `seen` holds the stamps of the folders at the look before. A folder that has the stamp at which its content was noted,
   * and found clear by these rules, is not read again: nothing is offered here, and a later change of a file gives another
   * stamp.
   */
  async function inFolders(skills: readonly Skill[], seen: ReadonlyMap<string, string>): Promise<AuditFinding[]> {
    // Loaded for an audit: the rules are compiled when they are read.
    const { scanFiles } = await import('../../domain/safety.ts')
    const found: AuditFinding[] = []
    const clear = await store.clearStamps(RULES_VERSION)
    const noted: FolderContent[] = []
    for (const skill of skills) {
      const stamp = seen.get(skill.name)
      const isClear = stamp !== undefined && clear.get(skill.id) === stamp
      if (isClear && referencesOf(skill).length === 0) continue
      const there = await folder.read(skill.name, stamp)
      found.push(...brokenReferences(skill, there?.files))
      if (there === undefined) continue
      const { severity, findings, digest } = await clearance.verdictOf(there.files)
      if (severity === 'clear') {
        if (there.steady && !isClear) noted.push({ skillId: skill.id, stamp: there.stamp, content: digest })
        continue
      }
      // Files whose scan timed out are not scanned again at every audit.
      const told = wasLate(findings)
        ? findings.map((one) => ({ ...one, excerpt: '' }))
        : scanFiles(there.files, startLook())
      found.push(...dangers(skill, told))
    }
    await store.noteContents(noted)
    return found
  }

  /** By the rows of what is published, so that no folder is read that did not change. */
  async function abilities(rows: readonly SkillRecord[]): Promise<AuditReport['capabilities']> {
    const { capabilitiesOf, draftCapabilities } = await import('../../domain/capabilities/look.ts')
    const found = new Map<string, readonly Capability[]>()
    const heads = await store.heads()
    for (let from = 0; from < rows.length; from += READ_AT_ONCE) {
      const read = rows.slice(from, from + READ_AT_ONCE)
      const part = read.flatMap(({ id }) => heads.get(id) ?? [])
      const drafted = new Set(read.flatMap(({ id, origin }) => (isDrafted(origin) ? id : [])))
      const files = await store.filesOf(part.map(({ id }) => id))
      for (const { id, skillId } of part)
        found.set(skillId, (drafted.has(skillId) ? draftCapabilities : capabilitiesOf)(files.get(id) ?? new Map()))
    }
    return found
  }

  return {
    splitOf,
    async audit({ staleDays = STALE_DAYS } = {}) {
      await store.verify({ quick: true })
      const seen = await catalogue.sync()
      const rows = await catalogue.all()
      const skills = await listSkills(store, rows)
      const changed = new Set(rows.filter(({ altered }) => altered).map(({ id }) => id))
      const live = skills.filter((skill) => !isWithdrawn(skill))
      const now = clock.now()
      const lifts = (await appraiser.lift()).skills.filter(({ treated }) => runsOf(treated) > 0)
      const findings = [
        ...waiting(live, changed, await store.proposed(), await splits(live)),
        ...(await archiving.toArchive({ staleDays })),
        ...duplicates(live, await twins.pairs(live)),
        ...(await inFolders(live, seen)),
      ]
      return { generatedAt: now, staleDays, skills, lifts, capabilities: await abilities(rows), findings }
    },
  }
}

function createSplits(store: Core<'store'>['store']): Pick<Auditor, 'splitOf'> & {
  splits(skills: readonly Skill[]): Promise<ReadonlyMap<string, Split>>
} {
  /** Skills that were split off and that no person has decided on yet, by id. */
  async function splits(skills: readonly Skill[]): Promise<ReadonlyMap<string, Split>> {
    const found = new Map<string, Split>()
    const split = await store.skillsWith([SPLIT])
    for (const skill of skills) {
      const from = split.has(skill.id) ? await splitFrom(skill) : undefined
      if (from === undefined) continue
      found.set(skill.id, { from: from.name, stays: await evidenceOf(from), leaves: await evidenceOf(skill) })
    }
    return found
  }

  /** The skill that a watched one was split off. */
  async function splitFrom({
    name,
    status,
    signature = null,
  }: Pick<Skill | SkillRecord, 'name' | 'status' | 'signature'>) {
    if (status !== 'watching' || signature === null || !isSplitOff(await store.ledger(name))) return undefined
    const from = await store.skill(skillName(signature.replace(/-[^-]+$/, '')))
    return from === undefined || isWithdrawn(from) ? undefined : from
  }

  const evidenceOf = async ({ id }: Pick<Skill, 'id'>): Promise<readonly string[]> =>
    (await store.versions(id)).findLast(({ state, evidence }) => state === 'accepted' && evidence.length > 0)
      ?.evidence ?? []

  async function splitOf(name: string) {
    // The name of a second half begins as that of the first, but for the hash of a name that was cut.
    const alike = await store.skillsLike(name.replace(/-[0-9a-f]{12}$/, '').slice(0, MAX_NAME / 2))
    const own = await store.skill(name)
    for (const half of own === undefined ? alike : [own, ...alike]) {
      const from = await splitFrom(half)
      if (from !== undefined && (from.name === name || half.name === name))
        return { keeps: from.name, leaves: half.name }
    }
    return undefined
  }

  return { splits, splitOf }
}
