import { type FittingList, fittingList, type ListedSkill } from '../../domain/bank/skill-list.ts'
import { WaylandError } from '../../domain/errors.ts'
import type { ArmRow } from '../../store/ports/decision-store.ts'
import type { SkillRecord } from '../../store/skill-records.ts'
import type { Core } from '../core.ts'

export interface ListingOptions {
  /** What is to be done: the skills that come nearest to it are first. */
  readonly task?: string | undefined
  /** Limit of the whole text in tokens; default 2,000. */
  readonly maxTokens?: number
  /** The folder that is worked in: skills of other projects are left out. */
  readonly projectDir?: string | undefined
}

/** The first stage of loading: what there is, before any text is given. */
export interface Listing {
  /**
   * The skills that may be offered, by name and description, as many as fit: those nearest to the task first, then
   * pinned ones, then by how often they were loaded and helped. Logs no decision. Throws `bad_usage`.
   */
  listed(options?: ListingOptions): Promise<FittingList<ListedSkill>>
}

const MAX_TOKENS = 2_000
/** Characters of a task that are read. */
const MAX_TASK = 4_000

export function createListing({
  store,
  catalogue,
  search,
  elsewhere,
}: Core<'store' | 'catalogue' | 'search' | 'elsewhere'>): Listing {
  return {
    async listed({ task = '', maxTokens = MAX_TOKENS, projectDir } = {}) {
      if (!(Number.isInteger(maxTokens) && maxTokens > 0))
        throw new WaylandError('bad_usage', 'a budget must be a whole number of tokens, 1 or more', {
          hint: 'Give one such as --budget 2000.',
        })
      await catalogue.refresh()
      const without = await elsewhere({ projectDir })
      const skills: SkillRecord[] = []
      for (const skill of await catalogue.offered())
        if (!without.has(skill.name) && (skill.library === undefined || (await catalogue.isAsSeen(skill))))
          skills.push(skill)
      const found = task.trim() === '' ? [] : await search.search(task.slice(0, MAX_TASK), skills.length, without)
      const near = new Map(found.map(({ id }, rank) => [id, rank]))
      const arms = new Map((await store.arms()).map((arm) => [arm.name, arm]))
      const rankOf = ({ name }: SkillRecord): number => near.get(name) ?? Number.MAX_SAFE_INTEGER
      const sorted = skills.toSorted(
        (a, b) =>
          rankOf(a) - rankOf(b) ||
          Number(b.status === 'pinned') - Number(a.status === 'pinned') ||
          byUse(arms.get(a.name), arms.get(b.name)) ||
          (a.name < b.name ? -1 : 1),
      )
      return fittingList(
        sorted.map(({ name, description }) => ({ name, description })),
        { maxTokens },
      )
    },
  }
}

/** Loaded more often first, then what helped more often, then what was used later. */
const byUse = (a: ArmRow | undefined, b: ArmRow | undefined): number =>
  (b?.loaded ?? 0) - (a?.loaded ?? 0) ||
  (b?.successes ?? 0) - (a?.successes ?? 0) ||
  (b?.lastUsedAt ?? 0) - (a?.lastUsedAt ?? 0)
