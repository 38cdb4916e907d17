import type { Database } from 'better-sqlite3'
import type { ProjectTime, ProjectTurn } from '../ports/turn-store.ts'
import type { Known } from './row.ts'
import type { turns } from './schema.ts'

/** SQL of the project that a turn belongs to. */
export const PROJECT = 'coalesce(project, project_dir)'

/** SQL that leaves turns out which are recorded apart (`domain/origin.ts`). */
export const OF_A_PERSON = "(kind IS NULL OR kind = 'scheduled')"

/** SQL of what a turn says in its latest reading. */
export const READING = "coalesce(extent, '') || '/' || coalesce(turn_count, '') || '/' || outcome AS reading"

type Row = ProjectTurn & Pick<Known<typeof turns.$inferSelect, 'project'>, 'project' | 'at'>

/** For each asked: the newest turns of the project until the time, at most `limit`; one pass over all turns. */
export function turnsBefore(
  db: Database,
  asked: readonly ProjectTime[],
  limit: number,
): readonly (readonly ProjectTurn[])[] {
  const found = asked.map((): ProjectTurn[] => [])
  // By project, the latest first: those whose time has come are open until they are full.
  const waiting = new Map<string, { readonly open: number[]; readonly later: number[] }>()
  for (const [index, { project }] of asked.entries()) {
    const of = waiting.get(project) ?? { open: [], later: [] }
    of.later.push(index)
    waiting.set(project, of)
  }
  for (const { later } of waiting.values()) later.sort((a, b) => asked[a]!.until - asked[b]!.until)
  const without = asked.map(({ except }) => new Set(except))
  // Ids ascend with time.
  const newest = db.prepare<[number, string], Row>(
    `SELECT id, ${PROJECT} AS project, at, ${READING} FROM turns
     WHERE at <= ? AND ${OF_A_PERSON} AND ${PROJECT} IN (SELECT value FROM json_each(?)) ORDER BY id DESC`,
  )
  const latest = asked.reduce((time, { until }) => Math.max(time, until), Number.NEGATIVE_INFINITY)
  for (const { project, at, id, reading } of newest.iterate(latest, JSON.stringify([...waiting.keys()]))) {
    const of = waiting.get(project)
    if (of === undefined) continue
    while (of.later.length > 0 && asked[of.later.at(-1)!]!.until >= at) of.open.push(of.later.pop()!)
    for (let place = of.open.length - 1; place >= 0; place--) {
      const index = of.open[place]!
      if (asked[index]!.until < at || without[index]!.has(id)) continue
      if (found[index]!.push({ id, reading }) === limit) of.open.splice(place, 1)
    }
    if (of.open.length + of.later.length > 0) continue
    waiting.delete(project)
    if (waiting.size === 0) break
  }
  return found
}
