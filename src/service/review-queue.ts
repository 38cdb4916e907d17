import type { QueueKind } from '../domain/queue-kinds.ts'
import type { Skill, SkillOrigin, SkillStatus } from '../domain/skill.ts'
import type { SkillLookups, StatusAndReview } from '../store/ports/skill-lookups.ts'
import type { TurnLookups } from '../store/ports/turn-lookups.ts'
import type { VersionStore } from '../store/ports/version-store.ts'
import type { SkillRecord } from '../store/skill-records.ts'
import type { Catalogue } from './catalogue.ts'
import type { ListedStore } from './lister.ts'
import { listSkills } from './skill-view.ts'

export interface QueueAsked {
  readonly kind: QueueKind
  readonly offset: number
  readonly limit: number
  readonly origin?: SkillOrigin
  /** Only skills with a run of this agent, or in this project, among their evidence. */
  readonly engine?: string
  readonly project?: string
}

/** A skill that waits, and where the runs came from that it rests on. */
export interface QueueItem {
  readonly skill: Skill
  /** The version that waits beside it. */
  readonly proposed?: string
  readonly engines: readonly string[]
  readonly projects: readonly string[]
}

/** A page of the queue, newest first. */
export interface QueuePage {
  readonly items: readonly QueueItem[]
  /** Skills that wait, of every kind. */
  readonly counts: Readonly<Record<QueueKind, number>>
  /** Whether more follow. */
  readonly more: boolean
}

export interface ReviewQueue {
  /** What waits for a person. Reads as many rows as it passes, not the whole library. */
  queue(asked: QueueAsked): Promise<QueuePage>
}

/** Turns of the evidence that are looked at for agent and project. */
const LOOKED_AT = 12

export function createReviewQueue({
  store,
  catalogue,
}: {
  readonly store: ListedStore & SkillLookups & VersionStore & TurnLookups
  readonly catalogue: Pick<Catalogue, 'refresh'>
}): ReviewQueue {
  /** The first `most` skills of a kind, newest first. */
  async function rowsOf(kind: QueueKind, most: number, proposed: ReadonlySet<string>): Promise<readonly SkillRecord[]> {
    const rows: SkillRecord[] = []
    if (kind !== 'proposed') for (const of of OF[kind]) rows.push(...(await store.newestSkills(of, most)))
    else
      for (const id of proposed) {
        const [row] = await store.skillsLike(id)
        if (row !== undefined && row.status !== 'archived' && row.status !== 'revoked') rows.push(row)
      }
    return rows.sort((a, b) => b.createdAt - a.createdAt)
  }

  async function placesOf({ id, headVersion }: SkillRecord): Promise<Places> {
    const versions = await store.versions(id)
    const head = versions.find(({ version }) => version === headVersion)
    const drawn = head?.evidence.length ? head : versions.findLast(({ evidence }) => evidence.length > 0)
    const turns = await store.turns((drawn?.evidence ?? []).slice(0, LOOKED_AT))
    const each = (values: readonly (string | undefined)[]) => [...new Set(values.filter((v) => v !== undefined))].sort()
    return { engines: each(turns.map((t) => t.engine)), projects: each(turns.map((t) => t.projectDir)) }
  }

  return {
    async queue(asked) {
      const { kind, offset, limit, origin, engine, project } = asked
      await catalogue.refresh()
      const proposed = await store.proposed()
      // Agent and project stand in the evidence, so that with such a filter every row of the kind is passed.
      const isFiltered = origin !== undefined || engine !== undefined || project !== undefined
      const rows = await rowsOf(kind, isFiltered ? ALL : offset + limit + 1, new Set(proposed.keys()))
      const found: Found[] = []
      let passed = 0
      for (const row of isFiltered ? rows : rows.slice(offset)) {
        if (found.length > limit) break
        const places = await placesOf(row)
        if (!fits({ row, places }, asked)) continue
        passed += 1
        if (!isFiltered || passed > offset) found.push({ row, places })
      }
      const shown = found.slice(0, limit)
      const skills = await listSkills(
        store,
        shown.map(({ row }) => row),
      )
      return {
        items: shown.map(({ row, places }, i) => ({
          skill: skills[i]!,
          ...places,
          ...(proposed.has(row.id) ? { proposed: proposed.get(row.id)! } : {}),
        })),
        counts: await counted(proposed.size),
        more: found.length > limit,
      }
    },
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
interface Found {
  readonly row: SkillRecord
  readonly places: Places
}

/** Whether a skill passes the filters. */
const fits = ({ row, places }: Found, { origin, engine, project }: QueueAsked): boolean =>
  (origin === undefined || row.origin === origin) &&
  (engine === undefined || places.engines.includes(engine)) &&
  (project === undefined || places.projects.includes(project))

/** More than any library holds. */
const ALL = 1_000_000

const either = (status: SkillStatus): readonly StatusAndReview[] =>
  [true, false].map((needsReview) => ({ status, needsReview }))

const OF: Readonly<Record<Exclude<QueueKind, 'proposed'>, readonly StatusAndReview[]>> = {
  draft: [{ status: 'staged', needsReview: true, altered: false }],
  changed: [{ status: 'staged', needsReview: true, altered: true }],
  quarantined: either('quarantined'),
  watching: either('watching'),
  used: [...either('active'), ...either('pinned'), { status: 'staged', needsReview: false }],
  withdrawn: [...either('archived'), ...either('revoked')],
}
