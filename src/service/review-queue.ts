import type { QueueKind } from '../domain/queue-kinds.ts'
import type { Skill, SkillStatus } from '../domain/skill.ts'
import type { SkillFilter, SkillLookups, StatusAndReview } from '../store/ports/skill-lookups.ts'
import type { TurnLookups } from '../store/ports/turn-lookups.ts'
import type { VersionStore } from '../store/ports/version-store.ts'
import type { SkillRecord } from '../store/skill-records.ts'
import type { Archiving } from './archiving.ts'
import type { Catalogue } from './catalogue.ts'
import type { ListedStore } from './lister.ts'
import { listSkills } from './skill-view.ts'

export interface QueueAsked extends Pick<SkillFilter, 'origin' | 'engine' | 'project'> {
  readonly kind: QueueKind
  readonly offset: number
  readonly limit: number
}

/** A skill that waits, and where the runs came from that it rests on. */
export interface QueueItem {
  readonly skill: Skill
  /** The version that waits beside it. */
  readonly proposed?: string
  readonly engines: readonly string[]
  readonly projects: readonly string[]
  /** What speaks for archiving it; for the kind `archive`. */
  readonly why?: readonly string[]
}

/** A page of the queue, newest first. */
export interface QueuePage {
  readonly items: readonly QueueItem[]
  /** Skills that wait, of every kind; of `archive` where it is asked for, since it takes the whole decision log. */
  readonly counts: Readonly<Record<Exclude<QueueKind, 'archive'>, number> & Partial<Record<'archive', number>>>
  /** Whether more follow. */
  readonly more: boolean
}

export interface ReviewQueue {
  /** What waits for a person. Reads the rows of the page, and those that a filter passes, not the whole library. */
  queue(asked: QueueAsked): Promise<QueuePage>
}

/** Turns of the evidence that are looked at for agent and project. */
const LOOKED_AT = 12

export function createReviewQueue({
  store,
  catalogue,
  archiving,
}: {
  readonly store: ListedStore & SkillLookups & VersionStore & TurnLookups
  readonly catalogue: Pick<Catalogue, 'refresh'>
  readonly archiving: Archiving
}): ReviewQueue {
  async function placesOf({ id, headVersion }: SkillRecord): Promise<Places> {
    const versions = await store.versions(id)
    const head = versions.find(({ version }) => version === headVersion)
    const drawn = head?.evidence.length ? head : versions.findLast(({ evidence }) => evidence.length > 0)
    const turns = await store.turns((drawn?.evidence ?? []).slice(0, LOOKED_AT))
    const each = (values: readonly (string | undefined)[]) => [...new Set(values.filter((v) => v !== undefined))].sort()
    return { engines: each(turns.map((t) => t.engine)), projects: each(turns.map((t) => t.projectDir)) }
  }

  return {
    async queue({ kind, offset, limit, ...filter }) {
      await catalogue.refresh()
      const proposed = await store.proposed()
      const why = kind === 'archive' ? await reasons() : undefined
      const rows = await store.newestSkills(OF[kind], {
        ...{ limit: limit + 1, offset, ...filter },
        ...(kind === 'proposed' ? { proposed: true } : {}),
        ...(why === undefined ? {} : { names: [...why.keys()] }),
      })
      const shown = rows.slice(0, limit)
      const skills = await listSkills(store, shown)
      const items: QueueItem[] = []
      for (const [i, { id, name }] of shown.entries())
        items.push({
          skill: skills[i]!,
          ...(await placesOf(shown[i]!)),
          ...(proposed.has(id) ? { proposed: proposed.get(id)! } : {}),
          ...(why === undefined ? {} : { why: why.get(name) ?? [] }),
        })
      const counts = await counted(proposed.size)
      return { items, counts: why === undefined ? counts : { ...counts, archive: why.size }, more: rows.length > limit }
    },
  }

  /** What speaks for archiving a skill, by its name. */
  async function reasons(): Promise<ReadonlyMap<string, readonly string[]>> {
    const found = new Map<string, string[]>()
    for (const { skills, detail } of await archiving.toArchive())
      for (const name of skills) found.set(name, [...(found.get(name) ?? []), detail])
    return found
  }

  async function counted(proposed: number): Promise<QueuePage['counts']> {
    const all = await store.statusCounts('altered')
    const sum = (...statuses: readonly SkillStatus[]) =>
      all.filter(({ status }) => statuses.includes(status)).reduce((total, { count }) => total + count, 0)
    const waiting = all.find(({ status, needsReview }) => status === 'staged' && needsReview)
    const changed = waiting?.altered ?? 0
    const draft = (waiting?.count ?? 0) - changed
    return {
      ...{ draft, changed, proposed, quarantined: sum('quarantined'), watching: sum('watching') },
      used: sum('active', 'pinned', 'staged') - draft - changed,
      withdrawn: sum('archived', 'revoked'),
    }
  }
}

type Places = Pick<QueueItem, 'engines' | 'projects'>

const either = (status: SkillStatus): readonly StatusAndReview[] =>
  [true, false].map((needsReview) => ({ status, needsReview }))

const LIVE = (['staged', 'watching', 'active', 'pinned', 'quarantined'] as const).flatMap(either)

const OF: Readonly<Record<QueueKind, readonly StatusAndReview[]>> = {
  proposed: LIVE,
  archive: LIVE,
  draft: [{ status: 'staged', needsReview: true, altered: false }],
  changed: [{ status: 'staged', needsReview: true, altered: true }],
  quarantined: either('quarantined'),
  watching: either('watching'),
  used: [...either('active'), ...either('pinned'), { status: 'staged', needsReview: false }],
  withdrawn: [...either('archived'), ...either('revoked')],
}
