import { WaylandError } from '../../domain/errors.ts'
import type { ExportRecord, LedgerLine, SkillRecord } from '../../store/skill-records.ts'
import { aboutSkills } from '../catalogue/ledger-mirror.ts'
import type { StrayCopy } from '../catalogue/stray-copies.ts'
import type { Core } from '../core.ts'
import type { ScheduleFault } from '../schedule/schedule-faults.ts'
import { at, createLedgerCheck, type Disagreement, FIX, skill } from './ledger-check.ts'
import { createSkillsCheck } from './skills-check.ts'

/** Checks that rows, folders, ledger and copies agree, and repairs what can be repaired without loss. */
export interface Checker {
  /**
   * `quick` checks rows, folders and unnoted copies only, and compares size and times of a folder's files instead of its
   * bytes. Throws the store's fault.
   */
  check(how?: { readonly fix?: boolean; readonly quick?: boolean }): Promise<readonly Disagreement[]>
}

export function createChecker(
  parts: Core<'store' | 'folder' | 'catalogue' | 'ledgerFile' | 'repairs'> & {
    /** Brings the copies of skills for agents in line with the skills. */
    readonly sync: () => Promise<unknown>
    /** Digest of a copy; undefined where it is gone. */
    readonly readCopy: (copy: ExportRecord) => Promise<string | undefined>
    /** Copies in the folders of agents without an export record. */
    readonly strays: (skills: readonly SkillRecord[]) => Promise<readonly StrayCopy[]>
    /** What is wrong with schedules and their copies of skills. */
    readonly schedules: () => Promise<readonly ScheduleFault[]>
  },
): Checker {
  const { store, catalogue, ledgerFile, sync, readCopy, strays, schedules, repairs } = parts
  const ledgerCheck = createLedgerCheck({ store, ledgerFile })
  const { inSkills, halves } = createSkillsCheck(parts)

  async function check({ fix = false, quick = false } = {}): Promise<readonly Disagreement[]> {
    // From a database in memory nothing may be written over what is kept beside the skills.
    if (fix && 'none' in store.place)
      throw new WaylandError(
        'storage_unavailable',
        `a repair needs the database, which is not available: ${store.place.none}`,
      )
    if (quick) return await disagreements(fix, quick)
    const verified = store.verify()
    // Nothing is repaired from what may be damaged.
    if (fix) await verified
    const [whole, found] = await Promise.allSettled([verified, disagreements(fix, quick)])
    // Damage of the file is the cause of what else cannot be read.
    if (whole.status === 'rejected') throw whole.reason
    if (whole.value === 'renewed') return await disagreements(fix, quick)
    if (found.status === 'rejected') throw found.reason
    return found.value
  }

  async function disagreements(fix: boolean, quick: boolean): Promise<readonly Disagreement[]> {
    const seen = await catalogue.sync()
    const skills = await catalogue.all()
    const heads = await store.heads()
    const found = [...(await inSkills(skills, { heads, seen, quick, fix })), ...(await halves(skills, seen))]
    found.push(...(await strays(skills)).map(strayCopy))
    if (quick) return found
    const before = await store.ledger()
    const inRows = await ledgerCheck.inRows(skills, heads, { ledger: before, fix })
    const ledger = fix ? await store.ledger() : before
    return [
      ...found,
      ...(await withoutRow(skills, ledger, fix)),
      ...inRows,
      ...(await ledgerCheck.beside(aboutSkills(ledger), fix)),
      ...(await inCopies(fix)),
      ...(await schedules()).flatMap((one) => (one.isKept ? [at('schedule', one.found, one.fix)] : [])),
    ]
  }

  /** Skills that were not purged, and whose row is gone. Those whose folder is there were rebuilt by the look before. */
  async function withoutRow(
    skills: readonly SkillRecord[],
    ledger: readonly LedgerLine[],
    fix: boolean,
  ): Promise<Disagreement[]> {
    const has = new Set(skills.map(({ name }) => name))
    const last = new Map(aboutSkills(ledger).map((line) => [line.skillName, line]))
    const lost = [...last.values()].filter(({ skillName, move }) => move !== 'purge' && !has.has(skillName))
    if (lost.length === 0) return []
    if (fix) {
      for (const { skillName } of lost) await repairs.regain([skillName])
      await catalogue.sync()
    }
    return await Promise.all(
      lost.map(async ({ skillName, toStatus }) => {
        const isBack = fix && (await store.skill(skillName)) !== undefined
        const what = `the ledger tells of "${skillName}", ${toStatus}, and the database has no row of it`
        return skill(what, fix && !isBack ? BACKUP : FIX, isBack)
      }),
    )
  }

  async function inCopies(fix: boolean): Promise<Disagreement[]> {
    const gone: string[] = []
    const found: Disagreement[] = []
    for (const copy of await store.exports()) {
      const digest = await readCopy(copy).catch(() => '')
      if (digest === undefined) gone.push(copy.path)
      else if (!copy.digests.includes(digest))
        found.push(at('copy', `${copy.path} was changed there`, 'Edit the skill itself, or remove that copy'))
    }
    if (gone.length > 0 && fix) await sync()
    return [...found, ...gone.map((path) => at('copy', `${path} is gone`, 'wayland-core sync', fix))]
  }

  return { check }
}

const strayCopy = ({ skill, status, path }: StrayCopy): Disagreement =>
  at('copy', `${path} is a copy of "${skill}", which is ${status}: agents read it there`, `Move ${path} away`)

const BACKUP = 'wayland-core restore of a backup that has it; nothing beside the skills tells of it'
