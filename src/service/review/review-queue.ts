import type { AuditFinding } from '../../domain/audit.ts'
import { harmful, type Kept, STALE_DAYS, stale, type Term } from '../../domain/audit.ts'
import type { QueueKind } from '../../domain/queue-kinds.ts'
import {
  isReleased,
  isWithdrawn,
  SKILL_STATUSES,
  type Skill,
  type SkillStatus,
  statusesThat,
} from '../../domain/skill.ts'
import type { Places, SkillFilter, SkillLookups, StatusAndReview } from '../../store/ports/skill-store.ts'
import type { SkillRecord } from '../../store/skill-records.ts'
import type { Core } from '../core.ts'
import type { Appraiser } from '../proof/appraiser.ts'
import { listSkills } from './lister.ts'

export interface QueueAsked extends Pick<SkillFilter, 'origin' | 'engine' | 'project' | 'text'> {
  /** Absent: skills of every standing. */
  readonly kind?: QueueKind
  readonly offset: number
  readonly limit: number
  readonly withFiles?: boolean
}

/** A skill that waits, and where the runs came from that it rests on. */
export interface QueueItem extends Places {
  readonly skill: Skill
  /** The version that waits beside it. */
  readonly proposed?: string
  /** Its current files and their digest; only where they are asked for. */
  readonly head?: { readonly digest: string; readonly files: ReadonlyMap<string, Uint8Array> }
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

export function createReviewQueue(parts: Core<'store' | 'catalogue'> & { readonly archiving: Archiving }): ReviewQueue {
  const { store, catalogue, archiving } = parts
  let known: { readonly token: string | undefined; readonly all: StatusCounts } | undefined

  return {
    async queue({ kind, offset, limit, withFiles, ...filter }) {
      await catalogue.refresh()
      const proposed = await store.proposed()
      const why = kind === 'archive' ? await reasons() : undefined
      const rows = await store.newestSkills(kind === undefined ? ALL : OF[kind], {
        ...{ limit: limit + 1, offset, ...filter },
        ...(kind === 'proposed' ? { proposed: true } : {}),
        ...(why === undefined ? {} : { names: [...why.keys()] }),
      })
      const shown = rows.slice(0, limit)
      const ids = shown.map(({ id }) => id)
      const skills = await listSkills(store, shown)
      const places = await store.placesOf(ids, LOOKED_AT)
      const heads = withFiles === true ? await headsOf(shown) : undefined
      const items: QueueItem[] = []
      for (const [i, { id, name }] of shown.entries())
        items.push({
          skill: skills[i]!,
          ...(places.get(id) ?? { engines: [], projects: [] }),
          ...(proposed.has(id) ? { proposed: proposed.get(id)! } : {}),
          ...(why === undefined ? {} : { why: why.get(name) ?? [] }),
          ...(heads?.has(id) ? { head: heads.get(id)! } : {}),
        })
      const counts = await counted(proposed.size)
      return { items, counts: why === undefined ? counts : { ...counts, archive: why.size }, more: rows.length > limit }
    },
  }

  /** The current files of skills, by the id of the skill. */
  async function headsOf(rows: readonly SkillRecord[]) {
    const current = new Map(rows.map(({ id, headVersion }) => [id, headVersion]))
    const heads = (await store.allVersions([...current.keys()])).filter(
      ({ skillId, version }) => current.get(skillId) === version,
    )
    const files = await store.filesOf(heads.map(({ id }) => id))
    return new Map(heads.map(({ id, skillId, digest }) => [skillId, { digest, files: files.get(id) ?? new Map() }]))
  }

  /** What speaks for archiving a skill, by its name. */
  async function reasons(): Promise<ReadonlyMap<string, readonly string[]>> {
    const found = new Map<string, string[]>()
    for (const { skills, detail } of await archiving.toArchive())
      for (const name of skills) found.set(name, [...(found.get(name) ?? []), detail])
    return found
  }

  /** Read anew where a row of a skill was changed since, by any process. */
  async function statusCounts(): Promise<StatusCounts> {
    const token = await store.changeToken(await store.skillChange())
    if (token === undefined || token !== known?.token) known = { token, all: await store.statusCounts('altered') }
    return known.all
  }

  async function counted(proposed: number): Promise<QueuePage['counts']> {
    const all = await statusCounts()
    const of = (kind: QueueKind) => OF[kind].reduce((sum, standing) => sum + countOf(all, standing), 0)
    return {
      ...{ draft: of('draft'), changed: of('changed'), proposed, quarantined: of('quarantined') },
      ...{ watching: of('watching'), used: of('used'), withdrawn: of('withdrawn') },
    }
  }
}

type StatusCounts = Awaited<ReturnType<SkillLookups['statusCounts']>>

function countOf(all: StatusCounts, { status, needsReview, altered }: StatusAndReview): number {
  const { count, altered: changed = 0 } = all.find(
    (one) => one.status === status && one.needsReview === needsReview,
  ) ?? { count: 0 }
  return altered === undefined ? count : altered ? changed : count - changed
}

const either = (status: SkillStatus): readonly StatusAndReview[] =>
  [true, false].map((needsReview) => ({ status, needsReview }))

const LIVE = statusesThat((skill) => !isWithdrawn(skill)).flatMap(either)

const ALL = SKILL_STATUSES.flatMap(either)

const OF: Readonly<Record<QueueKind, readonly StatusAndReview[]>> = {
  proposed: LIVE,
  archive: LIVE,
  draft: [{ status: 'staged', needsReview: true, altered: false }],
  changed: [{ status: 'staged', needsReview: true, altered: true }],
  quarantined: either('quarantined'),
  watching: either('watching'),
  used: [...statusesThat(isReleased).flatMap(either), { status: 'staged', needsReview: false }],
  withdrawn: statusesThat(isWithdrawn).flatMap(either),
}

export interface Archiving {
  /**
   * Skills whose archiving is proposed and why, those that do harm first: they do harm, or were not used for so many days.
   * Without those that a person keeps.
   */
  toArchive(asked?: { readonly staleDays?: number }): Promise<readonly AuditFinding[]>
}

export function createArchiving(
  parts: Core<'store' | 'catalogue' | 'clock'> & { readonly appraiser: Appraiser },
): Archiving {
  const { store, appraiser, catalogue, clock } = parts
  return {
    async toArchive({ staleDays: days = STALE_DAYS } = {}) {
      await catalogue.refresh()
      const term: Term = { now: clock.now(), days }
      const skills = (await store.lastUses()).map(({ lastUsedAt, createdAt, ...skill }) => ({
        ...skill,
        createdAt: new Date(createdAt),
        ...(lastUsedAt === null ? {} : { lastUsedAt: new Date(lastUsedAt) }),
      }))
      const { skills: lifts } = await appraiser.lift()
      const doubted = new Set(lifts.filter(({ archive }) => archive).map(({ skill }) => skill))
      const at = await store.kept()
      const kept = new Map<string, Kept>()
      for (const { id, name } of skills) {
        const keep = at.get(id)
        if (keep === undefined) continue
        // Counted where it decides: the log has no index by skill.
        const outcomes = doubted.has(name) ? await store.outcomesSince(name, keep) : 0
        kept.set(id, { at: new Date(keep), outcomes })
      }
      return [...harmful(skills, lifts, kept, term), ...stale(skills, kept, term)]
    },
  }
}
