import { UNLIKE_REVIEWED } from '../../domain/audit.ts'
import { isDrafted, NO_COUNTS, type Skill, type VersionUse } from '../../domain/skill.ts'
import { isFromDocument, type OfferRule, visibilityOf } from '../../domain/visibility.ts'
import type { ArmRow, UseRecords } from '../../store/ports/decision-store.ts'
import type { SkillLookups, StatusAndReview } from '../../store/ports/skill-store.ts'
import type { PromptStore } from '../../store/ports/version-store.ts'
import type { PromptRow, SkillRecord } from '../../store/skill-records.ts'
import type { Core } from '../core.ts'

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
      // Further runs make it a draft that is offered; of a document none come.
      const waitsForRuns = row.status === 'watching' && !row.altered && !isFromDocument(row)
      return hidden === undefined || waitsForRuns ? [] : [{ name: row.name, why: hidden.why }]
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

/** Above this number of skills, the rows of all are read. */
const MAX_NAMED = 200

/** Rows of skills with counts, score and last use, as every surface shows them. */
export async function listSkills(
  store: PromptStore & UseRecords,
  rows: readonly SkillRecord[],
): Promise<readonly Skill[]> {
  const names = rows.length > MAX_NAMED ? undefined : rows.map(({ name }) => name)
  const arms = new Map<string, ArmRow>()
  const uses = new Map<string, VersionUse[]>()
  for (const arm of await store.arms(names)) arms.set(arm.name, arm)
  for (const { name, ...use } of await store.versionUses(names)) uses.set(name, [...(uses.get(name) ?? []), use])
  const scores = [await store.bestScores('bench', names), await store.bestScores('auto_drafter', names)] as const
  return rows.map((row) => view(row, arms.get(row.name), best(row, scores), inOrder(uses.get(row.name))))
}

const inOrder = (uses: readonly VersionUse[] = []): readonly VersionUse[] =>
  uses.toSorted((a, b) => a.version.localeCompare(b.version, 'en', { numeric: true }))

type Score = Pick<PromptRow, 'score' | 'scoreMeasured'>

/** A draft's prior says nothing about a skill that a person made under its name. */
const best = (
  { name, origin }: SkillRecord,
  [bench, prior]: readonly [ReadonlyMap<string, Score>, ReadonlyMap<string, Score>],
): Score | undefined => bench.get(name) ?? (isDrafted(origin) ? prior.get(name) : undefined)

function view(
  row: SkillRecord,
  arm: ({ readonly lastUsedAt: number | null } & Skill['counts']) | undefined,
  best: Score | undefined,
  uses: readonly VersionUse[],
): Skill {
  const { offered, loaded, successes, failures } = arm ?? NO_COUNTS
  // Field by field: a copy of all but some took 10 to 30 µs a row in place of one or two, and there are thousands.
  return {
    id: row.id,
    name: row.name,
    origin: row.origin,
    status: row.status,
    description: row.description,
    triggers: row.triggers,
    ...(row.tags === undefined || row.tags.length === 0 ? {} : { tags: row.tags }),
    ...(row.projects === undefined || row.projects.length === 0 ? {} : { projects: row.projects }),
    body: row.body,
    path: row.path,
    needsReview: row.needsReview,
    ...(row.altered ? { look: row.look ?? UNLIKE_REVIEWED } : {}),
    evidenceCount: row.evidenceCount,
    version: row.headVersion,
    createdAt: new Date(row.createdAt),
    counts: { offered, loaded, successes, failures },
    uses,
    ...(row.signature === null ? {} : { signature: row.signature }),
    ...(arm?.lastUsedAt ? { lastUsedAt: new Date(arm.lastUsedAt) } : {}),
    ...(best === undefined ? {} : { score: best.score, scoreMeasured: best.scoreMeasured }),
  }
}
