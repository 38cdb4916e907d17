import type { ChildProcess } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import Sqlite from 'better-sqlite3'
import { expect, it } from 'vitest'
import { seededRandom } from '../../src/domain/bandit.ts'
import { digestFiles } from '../../src/domain/digest.ts'
import { parseSkillMd } from '../../src/domain/skill-md-format.ts'
import { Home, turn } from '../cli/command-line.ts'
import { times } from '../long.ts'

const KILLS = times(6, 50)
const THRESHOLD = 3
/** Requests that every round makes again, so that drafts are replaced as well as made. */
const RECURRING = ['rebuild the search index', 'rotate the signing keys', 'tidy the import order'].map((text, i) => ({
  text,
  signature: ['index-rebuild-search', 'keys-rotate-signing', 'import-order-tidy'][i] as string,
}))

/** By exact signature: how many drafts a task makes is then known beforehand. */
const env = { WAYLAND_DRAFT_GATES: 'none', WAYLAND_BUCKET_GROUPING: 'signature' }

/** The turns of one round: three of each recurring request, and six for two tasks of the round's own. */
function turnsOf(round: number): object[] {
  const own = [`audit module zone${letters(round)}`, `format report page${letters(round)}`]
  return [...RECURRING.map(({ text }) => text), ...own].flatMap((text, i) =>
    Array.from({ length: THRESHOLD }, (_, n) => turn(text, `${round}-${i}-${n}`)),
  )
}

/** A word for a number; the letters are such that no two words have one stem, which would make two tasks the same. */
const letters = (n: number): string => [...String(n)].map((digit) => 'bcfghjkmpq'[Number(digit)]).join('')

it('killed at one moment after the other while it drafts, it leaves whole skills only, and the next run goes on', async () => {
  const home = new Home()
  const random = seededRandom(50)
  let killed = 0
  for (let round = 0; round < KILLS; round++) {
    const lines = Math.floor(random() * 15)
    const ended = await killAfter(home.start(['observe'], { env }), turnsOf(round), lines, random() * 12)
    killed += Number(ended === 'SIGKILL')
    expectWhole(home)
  }
  expect(killed).toBe(KILLS)

  // The same turns once more, as a host that never saw their receipts would send them: each counts once.
  const everything = Array.from({ length: KILLS }, (_, round) => turnsOf(round)).flat()
  const { code, lines } = await home.observe(everything, { env })
  expect(code).toBe(0)
  expect(new Set(lines.map(({ status }) => status))).toEqual(new Set(['known', 'recorded']))
  await home.run(['status'], { env })
  expectWhole(home)
  expect(readdirSync(join(home.config, 'wayland-core', 'staging'))).toEqual([])
  const db = new Sqlite(home.database, { readonly: true })
  expect(db.prepare('SELECT count(*) AS n FROM turns').get()).toEqual({ n: everything.length })
  expect(db.prepare('SELECT count(*) AS n FROM triggers').get()).toEqual({ n: 0 })
  // Every completed streak has its row and its version, once; every row of a skill has its folder.
  const streaks = db.prepare('SELECT signature, count(*) / ? AS n FROM turns GROUP BY signature').all(THRESHOLD)
  const drafts = db
    .prepare(`SELECT json_extract(metadata, '$.signature') AS signature, count(*) AS n FROM evolved_prompts GROUP BY 1`)
    .all()
  const versions = db
    .prepare('SELECT signature, count(*) AS n FROM skill_versions v JOIN skills s ON s.id = skill_id GROUP BY 1')
    .all()
  const heads = db
    .prepare(
      `SELECT name, v.digest FROM skills s JOIN skill_versions v ON skill_id = s.id AND version = head_version
       WHERE status = 'staged' AND v.state = 'accepted' AND s.digest = v.digest ORDER BY name`,
    )
    .all() as { name: string; digest: string }[]
  db.close()
  expect(bySignature(drafts)).toEqual(bySignature(streaks))
  expect(bySignature(versions)).toEqual(bySignature(streaks))
  expect(heads.map(({ name }) => name)).toEqual(readdirSync(home.skills).sort())
  for (const { name, digest } of heads) expect(digestFiles(filesOf(join(home.skills, name)))).toBe(digest)
}, 300_000)

/** Feeds turns and kills once so many receipts came, after a moment more; says how the process ended. */
async function killAfter(child: ChildProcess, turns: object[], lines: number, ms: number): Promise<string | null> {
  child.stdin?.on('error', () => {})
  child.stdin?.write(turns.map((one) => `${JSON.stringify(one)}\n`).join(''))
  let seen = 0
  const ended = new Promise<string | null>((resolve) => child.on('exit', (_, signal) => resolve(signal)))
  for await (const _ of createInterface({ input: child.stdout as NodeJS.ReadableStream }))
    if (seen++ === lines) setTimeout(() => child.kill('SIGKILL'), ms)
  return await ended
}

/** What must hold at any moment. */
function expectWhole(home: Home): void {
  const db = new Sqlite(home.database)
  expect(db.pragma('integrity_check', { simple: true })).toBe('ok')
  expect(db.pragma('foreign_key_check')).toEqual([])
  db.close()
  for (const name of existsSync(home.skills) ? readdirSync(home.skills) : []) {
    const folder = join(home.skills, name)
    expect(parseSkillMd(readFileSync(join(folder, 'SKILL.md'), 'utf8')).name).toBe(name)
    expect(JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'))).toMatchObject({ name, needs_review: true })
  }
}

function filesOf(folder: string): Map<string, Uint8Array> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  return new Map(
    entries.map((entry) => {
      const path = join(entry.parentPath, entry.name)
      return [path.slice(folder.length + 1), new Uint8Array(readFileSync(path))]
    }),
  )
}

const bySignature = (rows: readonly unknown[]): Record<string, number> =>
  Object.fromEntries((rows as { signature: string; n: number }[]).map(({ signature, n }) => [signature, n]))
