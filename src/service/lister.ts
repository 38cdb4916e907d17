import type { Skill } from '../domain/skill.ts'
import type { PromptStore } from '../store/ports/prompt-store.ts'
import type { SkillLookups } from '../store/ports/skill-lookups.ts'
import type { UseRecords } from '../store/ports/use-records.ts'
import type { Catalogue } from './catalogue.ts'
import { listSkills } from './skill-view.ts'

/** The list of skills as every surface shows it. */
export interface Lister {
  /** All skills, after a synchronisation with their folders. */
  list(): Promise<readonly Skill[]>
  /** The skill that a reference means; see `Catalogue.find`. */
  find(reference: string): Promise<Skill>
  /** Counts of skills by status, and the newest of those that need a person's attention, at most `limit` of a kind. */
  statusOverview(limit: number): Promise<StatusOverview>
}

/** Counts of skills by status, and the newest of those that need a person's attention. */
export interface StatusOverview {
  readonly byStatus: Readonly<Partial<Record<Skill['status'], number>>>
  /** Drafts that wait for review. */
  readonly waiting: Newest
  /** Drafts that wait for more evidence. */
  readonly watching: Newest
}

interface Newest {
  readonly count: number
  readonly newest: readonly Skill[]
}

/** The store's parts that the list reads. */
export type ListedStore = PromptStore & SkillLookups & UseRecords

export function createLister({
  store,
  catalogue,
}: {
  readonly store: ListedStore
  readonly catalogue: Pick<Catalogue, 'all' | 'find' | 'sync' | 'refresh'>
}): Lister {
  return {
    async list() {
      await catalogue.sync()
      return await listSkills(store, await catalogue.all())
    },
    async find(reference) {
      const [skill] = await listSkills(store, [await catalogue.find(reference)])
      return skill as Skill
    },
    async statusOverview(limit) {
      await catalogue.refresh()
      const byStatus: Partial<Record<Skill['status'], number>> = {}
      const counts = await store.statusCounts()
      for (const { status, count } of counts) byStatus[status] = (byStatus[status] ?? 0) + count
      return {
        byStatus,
        waiting: await newest(counts, { status: 'staged', reviews: [true] }, limit),
        watching: await newest(counts, { status: 'watching', reviews: EITHER }, limit),
      }
    },
  }

  async function newest(
    counts: Awaited<ReturnType<SkillLookups['statusCounts']>>,
    { status, reviews }: { readonly status: Skill['status']; readonly reviews: readonly boolean[] },
    limit: number,
  ): Promise<Newest> {
    const filters = reviews.map((needsReview) => ({ status, needsReview }))
    const first = limit === 0 ? [] : await store.newestSkills(filters, { limit })
    const of = counts.filter((one) => one.status === status && reviews.includes(one.needsReview))
    return { count: of.reduce((sum, { count }) => sum + count, 0), newest: await listSkills(store, first) }
  }
}

const EITHER = [true, false]
