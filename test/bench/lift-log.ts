// How long does it take to say what skills are worth from a log of 100,000 decisions, and how much memory?
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { seededRandom } from '../../src/domain/bandit.ts'
import { LiftTally, liftReport } from '../../src/domain/lift/lift.ts'
import { openSqliteStore } from '../../src/store/sqlite/sqlite-store.ts'

const DECISIONS = Number(process.env.WAYLAND_BENCH_DECISIONS ?? 100_000)
const SKILLS = 1_000
const CONTENDERS = 10
const PAGE = 5_000

const [file, mode] = process.argv.slice(2)
if (file === undefined) await parent()
else if (mode === 'lift') await lift(file)
else whole(file)

/** Writes the log, then reads it in processes of their own, whose memory is their own. */
async function parent(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'wayland-lift-'))
  try {
    const log = join(folder, 'log.db')
    await write(log)
    const run = (how: string) =>
      JSON.parse(
        execFileSync(process.execPath, [...process.execArgv, import.meta.filename, log, how], { encoding: 'utf8' }),
      ) as {
        readonly ms: number
        readonly peak: number
        readonly start: number
      }
    const [ours, rival] = [run('lift'), run('whole')]
    const line = (name: string, { ms, peak, start }: typeof ours) =>
      console.log(
        `${name.padEnd(34)} ${(ms / 1000).toFixed(2)} s   ${(peak - start).toFixed(0)} MB above ${start.toFixed(0)} MB at the start`,
      )
    console.log(`${DECISIONS} decisions of ${CONTENDERS} contenders on ${SKILLS} skills`)
    line('the report, read page by page', ours)
    line('SELECT * … .all() of the same rows', rival)
    console.log(
      `time × ${(ours.ms / rival.ms).toFixed(2)}, memory × ${((ours.peak - ours.start) / (rival.peak - rival.start)).toFixed(2)}`,
    )
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function open(path: string) {
  return openSqliteStore({
    file: path,
    migrations: join(import.meta.dirname, '..', '..', 'migrations'),
    program: 'a benchmark',
    busyTimeout: 1000,
    asideName: (name) => `${name}.aside`,
    onRepair: () => {},
  })
}

async function write(path: string): Promise<void> {
  await open(path)[Symbol.asyncDispose]()
  const random = seededRandom(1)
  const db = new Sqlite(path)
  const insert = db.prepare(
    `INSERT INTO decisions (id, at, task, pick, reason, propensity, candidates_json, outcome, settled_at, number, kind, first,
       holdout, weighed_json, settled) VALUES (?,?,'a task of some words to be done',?,?,?,'[]',?,?,?,'k',?,0.05,?,?)`,
  )
  db.transaction(() => {
    for (let i = 1; i <= DECISIONS; i++) {
      const name = () => `auto-skill-number-${Math.floor(random() ** 3 * SKILLS)}`
      const weighed = Array.from({ length: CONTENDERS }, (_, rank) => ({
        skill: name(),
        relevance: random(),
        prior: random(),
        fit: random(),
        quality: random(),
        mean: random(),
        draw: random(),
        propensity: rank === 0 ? 0.8 : 0.01,
        seeds: { successes: 0, failures: 0 },
      }))
      const offered = random() < 0.8
      const outcome = random() < 0.6 ? 'success' : 'failure'
      const first = weighed[0]!.skill
      const reason = offered ? 'picked' : 'held_out'
      insert.run(`${i}`, i, offered ? first : null, reason, 0.8, outcome, i, i, first, JSON.stringify(weighed), i)
    }
  })()
  db.close()
}

async function lift(path: string): Promise<void> {
  const store = open(path)
  const [start, begun] = [memory(), performance.now()]
  const tally = new LiftTally()
  for (let after = 0; ; ) {
    const page = await store.liftRecords(after, PAGE)
    for (const record of page) tally.add(record)
    const last = page.at(-1)
    if (last === undefined) break
    after = last.settled
  }
  const { skills } = liftReport(tally)
  if (skills.length === 0) throw new Error('the log holds nothing that measures')
  console.log(JSON.stringify({ ms: performance.now() - begun, start, peak: memory() }))
}

function whole(path: string): void {
  const db = new Sqlite(path, { readonly: true })
  const [start, begun] = [memory(), performance.now()]
  const rows = db.prepare('SELECT * FROM decisions').all()
  console.log(JSON.stringify({ ms: performance.now() - begun, start, peak: memory(), rows: rows.length }))
}

/** Largest memory so far, in MB. */
function memory(): number {
  return process.resourceUsage().maxRSS / 1024
}
