import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { expect, it } from 'vitest'
import { Home, turn } from '../cli/command-line.ts'
import { times } from '../long.ts'

const TURNS = times(100, 500)
const SHARED = TURNS / 10
/** Twelve tasks that both processes work on. */
const TASKS = [...'abcdefghijkl'].map((letter) => `update the ${letter.repeat(6)} bindings`)
/** By exact signature: how many drafts a task makes is then known beforehand. */
const env = { WAYLAND_DRAFT_GATES: 'none', WAYLAND_BUCKET_GROUPING: 'signature' }

/** The turns of one process; the first ones are the same in both, by session and prompt. */
const turnsOf = (who: string): object[] =>
  Array.from({ length: TURNS }, (_, i) =>
    turn(TASKS[(i * 7) % TASKS.length] as string, i < SHARED ? `both-${i}` : `${who}-${i}`),
  )

it('two processes observing at once lose no turn, count none twice and write no draft twice', async () => {
  const home = new Home()
  const both = await Promise.all(['one', 'two'].map(async (who) => await home.observe(turnsOf(who), { env })))
  expect(both.map(({ code, stderr }) => [code, stderr])).toEqual([
    [0, ''],
    [0, ''],
  ])
  const receipts = both.flatMap(({ lines }) => lines)
  expect(receipts).toHaveLength(2 * TURNS)
  const count = (status: string) => receipts.filter((receipt) => receipt.status === status).length
  expect([count('recorded'), count('known')]).toEqual([2 * TURNS - SHARED, SHARED])
  const drafts = receipts.flatMap(({ draft }) => draft ?? [])
  expect(new Set(drafts.map(({ status }) => status))).toEqual(new Set(['drafted', 'updated']))

  const db = new Sqlite(home.database, { readonly: true })
  const all = (sql: string) => db.prepare(sql).all() as Record<string, string | number>[]
  expect(all('SELECT count(*) AS n FROM turns')).toEqual([{ n: 2 * TURNS - SHARED }])
  expect(all('SELECT count(*) AS n FROM triggers')).toEqual([{ n: 0 }])
  // Every third success on a task is a draft, whichever process saw it: each turn is in one draft at most.
  const streaks = all('SELECT signature, count(*) / 3 AS n FROM turns GROUP BY 1 ORDER BY 1')
  expect(
    all(
      "SELECT json_extract(metadata, '$.signature') AS signature, count(*) AS n FROM evolved_prompts GROUP BY 1 ORDER BY 1",
    ),
  ).toEqual(streaks)
  // A version stands on the turns of those before it, and last on the three of its own streak.
  const versions = all('SELECT evidence_json FROM skill_versions').map(
    ({ evidence_json }) => JSON.parse(String(evidence_json)) as string[],
  )
  expect(versions).toHaveLength(drafts.length)
  for (const evidence of versions) expect(new Set(evidence).size).toBe(evidence.length)
  const own = versions.flatMap((evidence) => evidence.slice(-3))
  expect(own).toHaveLength(drafts.length * 3)
  expect(new Set(own).size).toBe(own.length)
  const heads = all(
    'SELECT name FROM skills s JOIN skill_versions v ON skill_id = s.id AND version = head_version AND v.digest = s.digest ORDER BY 1',
  )
  db.close()
  expect(heads.map(({ name }) => name)).toEqual(readdirSync(home.skills).sort())
  expect(heads).toHaveLength(TASKS.length)
  expect(readdirSync(join(home.config, 'wayland-core', 'staging'))).toEqual([])
}, 120_000)
