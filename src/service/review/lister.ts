import type { Skill } from '../../domain/skill.ts'
import { type OfferRule, visibilityOf } from '../../domain/visibility.ts'
import type { SkillLookups, StatusAndReview } from '../../store/ports/skill-store.ts'
import type { Core } from '../core.ts'
import { listSkills } from './skill-view.ts'

/** The list of skills as every surface shows it. */
export interface Lister {
  /** All skills, after a synchronisation with their folders. */
  skills(): Promise<readonly Skill[]>
  /** The skill that a name, an id or a unique prefix of an id means. Throws `no_such_skill` or `ambiguous_skill`. */
  skill(reference: string): Promise<Skill>
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
  /** The skills that are not offered yet and need a person's look, newest first, each with why. */
  readonly held: readonly { readonly name: string; readonly why: string }[]
}

interface Newest {
  readonly count: number
  readonly newest: readonly Skill[]
}

export function createLister(parts: Core<'store' | 'catalogue'> & { readonly offer: OfferRule }): Lister {
  const { store, catalogue, offer } = parts
  return {
    async skills() {
      await catalogue.sync()
      return await listSkills(store, await catalogue.all())
    },
    async skill(reference) {
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
        held: limit === 0 ? [] : await held(),
      }
    },
  }

  /** Reads the rows of those that may be held back, not the whole library. */
  async function held(): Promise<StatusOverview['held']> {
    const rows = await store.newestSkills(offer.drafts === 'active' ? [...HELD, ...UNSEEN] : HELD, {
      limit: Number.MAX_SAFE_INTEGER,
    })
    return rows.flatMap((row) => {
      const { hidden } = visibilityOf(row, offer)
      return hidden === undefined ? [] : [{ name: row.name, why: hidden.why }]
    })
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

/** Standings that a skill has while a look at it is needed, and those where only drafts that were promoted are offered. */
const HELD: readonly StatusAndReview[] = EITHER.flatMap((needsReview) => [
  { status: 'quarantined', needsReview },
  { status: 'watching', needsReview },
  { status: 'staged', needsReview, altered: true },
])
const UNSEEN: readonly StatusAndReview[] = EITHER.map((needsReview) => ({
  status: 'staged',
  needsReview,
  altered: false,
}))
