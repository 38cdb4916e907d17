import { existsSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import type { SkillLoop } from '../../src/app/skill-loop.ts'
import type { Home } from './home.ts'
import { DAY_MS, type PlannedTurn } from './plan.ts'
import { rounded, type Shadow } from './shadow.ts'

/** What retention must not change: what skills rest on, what they are worth, and the streaks that wait. */
export async function standing(loop: SkillLoop): Promise<Readonly<Record<string, unknown>>> {
  const evidence: Record<string, unknown> = {}
  for (const { name, status } of await loop.review.skills()) {
    const found = await loop.review.evidence(name)
    if (status !== 'revoked') evidence[name] = [status, found?.version, found?.runs, found?.rows]
  }
  return {
    evidence,
    lift: JSON.parse(rounded(await loop.learning.lift())),
    streaks: (await loop.review.outlook()).open,
  }
}

/** Names of what differs between two standings. */
export function differences(before: Awaited<ReturnType<typeof standing>>, after: typeof before): readonly string[] {
  return Object.keys(before).filter((key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]))
}

/** What does not hold in a home after its years; `last` is a turn of its last day, `kept` the day of a session file that stayed. */
export async function faults(
  home: Home,
  { shadow, last, kept }: { readonly shadow: Shadow; readonly last: PlannedTurn; readonly kept: number },
): Promise<readonly string[]> {
  const loop = await home.loop()
  const found: string[] = []
  const must = (holds: boolean, what: string): void => void (holds || found.push(what))
  const skills = await loop.review.skills()
  const told = await loop.learning.lift()
  const all = shadow.lift(
    home.database,
    told.skills.map(({ skill }) => skill),
  )
  must(rounded(told.overall) === rounded(all.overall), 'lift of all skills is not that of all decisions')
  const worth = new Map(told.skills.map((one) => [one.skill, rounded(one)]))
  for (const one of all.skills)
    if (worth.get(one.skill) !== rounded(one)) found.push(`lift of ${one.skill} is not that of all its decisions`)
  for (const { name, status, origin } of skills) {
    if (status === 'revoked' || origin !== 'auto') continue
    must(((await loop.review.evidence(name))?.runs.length ?? 0) >= 3, `${name} lost its evidence`)
    must((await loop.review.versions(name)).length > 0, `${name} has no version`)
  }
  must(
    waitingWithoutTurn(home.database, loop.upkeep.config.settings['bucket.expiryDays']) === 0,
    'a streak waits for a turn that is gone',
  )
  await loop.upkeep.verify()
  for (const { what, found: says } of await loop.upkeep.check()) found.push(`check: ${what}: ${says}`)
  must((await loop.endOfRun(last.turn)).status === 'known', 'a turn that is there counts again')
  must(
    (await loop.review.findTurns({ limit: 5, scan: 10_000, text: 'the' })).turns.length > 0,
    'no turn is found by its words',
  )
  await loop.review.audit()
  await loop.review.statusOverview(10)
  // A file whose turns were removed long ago, and that is still there, tells nothing new.
  const path = join(home.root, 'sessions', `${kept}.jsonl`)
  must(existsSync(path), 'the session file is gone')
  const before = (await loop.upkeep.tally()).turns
  await loop.upkeep.import('claude-code', path)
  must((await loop.upkeep.tally()).turns === before, 'a session file that was read long ago is read again')
  return found
}

function waitingWithoutTurn(file: string, days: number): number {
  const db = new Sqlite(file, { readonly: true })
  // A day's retention comes hours after its last turn: a streak that expired in between waits no longer.
  const retained = db.prepare<[], number>('SELECT retained_at FROM world WHERE id = 1').pluck().get() ?? 0
  const count = db
    .prepare<[number], number>(
      `SELECT count(*) FROM buckets, json_each(turn_ids_json)
       WHERE updated_at >= ? AND value NOT IN (SELECT id FROM turns)`,
    )
    .pluck()
    .get(retained - days * DAY_MS)
  db.close()
  return count ?? Number.NaN
}
