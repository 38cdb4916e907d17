import { RULES_VERSION } from '../../domain/safety/rules-version.ts'
import { isWithdrawn, statusesThat } from '../../domain/skill.ts'
import type { Look, SkillSeen } from '../../store/ports/skill-store.ts'
import type { SkillFolder } from '../../store/skill-folder.ts'
import type { SkillRecord } from '../../store/skill-records.ts'
import type { Core } from '../core.ts'
import type { FoundSkills } from '../offers/found-skills.ts'

/** Folders checked at each start in any case; a library of at most this size is checked as a whole. */
const LOOKED_AT = 64

/** Decides whether a process reads the whole skills folder, or relies on the last full look of another one. */
export function createLastFullLook(
  { store, folder, clock, repairs }: Core<'store' | 'folder' | 'clock' | 'repairs'>,
  { isRefused }: Pick<FoundSkills, 'isRefused'>,
) {
  async function agrees(look: Look | undefined, isAsLooked: typeof isSettled): Promise<boolean> {
    if (look === undefined || look.stamp !== (await folder.stamp())) return false
    const changed = await store.skillsSince(look.change)
    if (changed === undefined || changed.skills.length > LOOKED_AT || (await repairs.needsRepair(look.change)))
      return false
    for (const row of [...changed.skills, ...(await store.someSkills(clock.now().getTime(), LOOKED_AT))])
      if (!isAsLooked(row, await folder.stampOf(row.name), isRefused)) return false
    return true
  }

  return {
    /**
     * Whether the last full look is still valid: nothing was added, removed or renamed in the skills folder, and the
     * folders checked now agree with their rows (those whose rows changed, and a rotating sample, so that every edit is
     * found in time).
     */
    async holds() {
      const look = await store.look(folder.root)
      return look?.rules === RULES_VERSION && (await agrees(look, isSettled))
    },
    /** Whether it would be, had other safety rules not been in force then: every skill is to be scanned again. */
    async holdsBesideRules() {
      const look = await store.look(folder.root)
      return look?.rules !== RULES_VERSION && (await agrees(look, isPlaced))
    },
    /** Those whose folders agree with them now. */
    async settled<Row extends SkillSeen>(rows: readonly Row[]) {
      const stamps = await Promise.all(rows.map(async ({ name }) => await folder.stampOf(name)))
      return rows.filter((row, at) => isSettled(row, stamps[at], isRefused))
    },
    /** Stores that a folder of this stamp agreed with all rows up to this change number. */
    async keep(stamp: string, change: number) {
      // A folder that changed just now may change again within the same tick of its file system's clock, with the same
      // stamp.
      if ((await folder.steadyStamp()) === stamp)
        await store.saveLook(folder.root, { stamp, change, rules: RULES_VERSION })
    },
    /** Stores that the last full look, by the rules of its time, still holds up to this change number. */
    async prolong(change: number) {
      const look = await store.look(folder.root)
      if (look !== undefined) await store.saveLook(folder.root, { ...look, change })
    },
  }
}

/** Statuses of skills that must not reach a model by any way. */
export const WITHHELD: ReadonlySet<SkillRecord['status']> = new Set(['quarantined', ...statusesThat(isWithdrawn)])

export const byName = (rows: readonly SkillRecord[]): ReadonlyMap<string, SkillRecord> =>
  new Map(rows.map((row) => [row.name, row]))

/** Whether a row names the folder where its skill lies now: one that was moved keeps its stamps. */
export const isInPlace = (
  { name, path }: Pick<SkillRecord, 'name' | 'path'>,
  { root }: Pick<SkillFolder, 'root'>,
): boolean => path === `${root}/${name}`

/** The same of a skill that may be withdrawn, which lies in the archive. */
export const isWhereItLies = (row: SkillRecord, folder: Pick<SkillFolder, 'root' | 'placeOfWithdrawn'>): boolean =>
  isWithdrawn(row) ? row.path === folder.placeOfWithdrawn(row) : isInPlace(row, folder)

/** Whether row and folder agree, judged by the stamp only; `isRefused` says of a folder that it is no valid skill. */
function isPlaced(row: SkillSeen, stamp: string | undefined, isRefused: FoundSkills['isRefused']): boolean {
  if (isWithdrawn(row)) return stamp === undefined || isRefused(row.name, stamp)
  return stamp === (row.digest === null ? undefined : row.stamp)
}

/** Whether row and folder agree, and the safety rules of now have scanned its bytes. */
export const isSettled: typeof isPlaced = (row, stamp, isRefused) =>
  isPlaced(row, stamp, isRefused) && (isWithdrawn(row) || row.digest === null || row.rules === RULES_VERSION)

export function isSame(before: SkillRecord | undefined, row: SkillRecord): boolean {
  if (before === undefined) return false
  return (Object.keys(row) as (keyof SkillRecord)[]).every((field) => {
    const [one, other] = [before[field], row[field]]
    return (
      one === other || (Array.isArray(one) && Array.isArray(other) && JSON.stringify(one) === JSON.stringify(other))
    )
  })
}

/** The state that a full look depends on; the look is up to date while all of it is unchanged. */
export interface Present {
  /** Revision of the store; changes whenever another process writes. */
  readonly revision: number
  /** Stamp of the skills folder. */
  readonly stamp: string
  /** The latest change number of a skill's row. */
  readonly change: number
}
