import type { Database } from 'better-sqlite3'
import type { OwnRequest } from '../../domain/routing/own-requests.ts'
import type { Heard } from '../../domain/wishes/wishes.ts'
import type { Sync } from '../asynchronous.ts'
import type { StandingRule, WishStore } from '../ports/review-store.ts'
import { notesOf } from './notes.ts'
import type { decisions } from './routing-schema.ts'
import type { turns } from './schema.ts'
import { type Changes, changesOf, untilChanged } from './until-changed.ts'

type Wishes = Sync<WishStore>

interface Row extends Omit<Heard, 'project'> {
  readonly project: string | null
}

/** Requests as wishes are heard in them, read again after `turnChanges`, and the rules. */
export function wishTable(db: Database, turnChanges: Pick<Changes, 'now'>): Wishes {
  // Ids ascend with the time of their turns.
  const latest = db.prepare<[number], Row>(
    `SELECT id AS turnId, coalesce(nullif(session_id, ''), id) AS session, coalesce(project, project_dir) AS project,
       user_input AS text FROM turns WHERE kind IS NULL ORDER BY id DESC LIMIT ?`,
  )
  const kept = notesOf<StandingRule>(db, 'rule')
  const saveAll = db.transaction<Wishes['saveRules']>((rules) => {
    for (const rule of rules) {
      const { state, at } = kept.get(rule.id) ?? rule
      kept.put(rule.id, at > rule.at ? { ...rule, state, at } : rule)
    }
  })
  return {
    latestRequests: untilChanged(
      db,
      (limit) =>
        latest
          .all(limit)
          .map(({ project: of, ...row }) => ({ ...row, project: of ?? undefined }))
          .toReversed(),
      turnChanges,
    ),
    rules: untilChanged(db, () => kept.all().map(([, rule]) => rule)),
    saveRules: saveAll.immediate,
  }
}

/** Characters of a request that are read; what it asks for is among the first. */
const MAX_TEXT = 4_000

/** Versions of a skill whose evidence is read: a prompt waits for it, and a skill may get hundreds. */
const LATEST_VERSIONS = 8

/**
 * The latest requests with those of the skills whose latest versions rest on their turns or on turns of the same group, or
 * that their runs used. Ids ascend with time. What was read is kept until something is written but decisions, turns
 * that do not count yet, and how far sessions were read: prompts and turns come in numbers.
 */
export function ownRequests(db: Database, changes: Changes = changesOf(db)) {
  const latest = db.prepare<[number, number], Omit<Latest, 'tasks'>>(
    `SELECT id, substr(user_input, 1, ?) AS text,
       (SELECT d.pick FROM decisions d
        WHERE d.session_id = turns.session_id AND d.prompt_id = turns.prompt_id AND d.pick IS NOT NULL
          AND (d.loaded = 1 OR (d.loaded IS NULL AND d.outcome = 'success')) LIMIT 1) AS used
     FROM turns WHERE kind IS NULL ORDER BY id DESC LIMIT ?`,
  )
  const grouped = db.prepare<[string], Drawn>(
    `SELECT turn_id AS turn, scope || ' ' || group_id AS task FROM group_requests
     WHERE turn_id >= ? AND group_id IS NOT NULL`,
  )
  const evidence = db.prepare<[string], Drawn>(
    `SELECT turn, scope || ' ' || group_id AS task FROM (
       SELECT DISTINCT turn_id AS turn FROM version_evidence WHERE version_id IN (
         SELECT v.id FROM skills s JOIN skill_versions v ON v.skill_id = s.id
         WHERE s.name = ? AND v.state <> 'rejected' ORDER BY v.rowid DESC LIMIT ${LATEST_VERSIONS})
     ) LEFT JOIN group_requests ON turn_id = turn AND group_id IS NOT NULL`,
  )
  const known = untilChanged(
    db,
    (limit): Known => {
      const rows = latest.all(MAX_TEXT, limit)
      const tasks = new Map<string, string[]>(rows.map(({ id }) => [id, []]))
      for (const { turn, task } of grouped.all(rows.at(-1)?.id ?? '')) tasks.get(turn)?.push(task!)
      return { requests: rows.map((row) => ({ ...row, tasks: tasks.get(row.id)! })), bySkill: new Map() }
    },
    changes,
  )

  /** Which of the requests are those of a skill. */
  function placesOf(skill: string, { requests, bySkill }: Known): readonly number[] {
    const before = bySkill.get(skill)
    if (before !== undefined) return before
    const rows = evidence.all(skill)
    const [turns, tasks] = [new Set(rows.map(({ turn }) => turn)), new Set(rows.map(({ task }) => task))]
    const isOf = ({ id, used, tasks: own }: Latest) => used === skill || turns.has(id) || own.some(tasks.has, tasks)
    const places = requests.flatMap((request, place) => (isOf(request) ? [place] : []))
    bySkill.set(skill, places)
    return places
  }

  return (limit: number, names: readonly string[]): readonly OwnRequest[] => {
    const all = known(limit)
    const skills = new Map<number, string[]>()
    for (const name of names)
      for (const place of placesOf(name, all)) skills.set(place, [...(skills.get(place) ?? []), name])
    return all.requests.map(({ text }, place) => ({ text, skills: skills.get(place) ?? NO_SKILLS }))
  }
}

const NO_SKILLS: readonly string[] = []

/** What was read, and the places in it of the requests of each skill that was asked for. */
interface Known {
  readonly requests: readonly Latest[]
  readonly bySkill: Map<string, readonly number[]>
}

interface Latest extends Pick<typeof turns.$inferSelect, 'id'> {
  readonly text: (typeof turns.$inferSelect)['userInput']
  readonly used: (typeof decisions.$inferSelect)['pick']
  /** The groups that it is in. */
  readonly tasks: readonly string[]
}

interface Drawn {
  readonly turn: (typeof turns.$inferSelect)['id']
  /** The group of its request; null where it is in none. */
  readonly task: string | null
}
