import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { benchData } from '../bench/bench-data.ts'
import { Home } from './home.ts'
import { type Lived, live } from './live.ts'
import type { Samples } from './plan.ts'
import { onDisk, type TableSize, tableSizes } from './sizes.ts'

const HELP = `Lives through years with real requests and calls, in a home whose retention is bounded and in one that keeps everything.
  --years n      default 10
  --per-day n    turns, each routed first (default 6)
  --max-mb n     retention.maxMb (default 8; 0: as the program has it)
  --alone        without the home that keeps everything
  --seed n       default 1`

const { values } = parseArgs({
  options: {
    years: { type: 'string', default: '10' },
    'per-day': { type: 'string', default: '6' },
    'max-mb': { type: 'string', default: '8' },
    alone: { type: 'boolean', default: false },
    seed: { type: 'string', default: '1' },
    help: { type: 'boolean', default: false },
  },
})
const HALF_YEAR = 182
const MB = 2 ** 20
const YEARS = [1, 5, 10]
const mb = (bytes: number): string => (bytes / MB).toFixed(1)

/** Requests of developers, and the calls of recorded turns as a home keeps them. */
async function samplesIn(root: string): Promise<Samples> {
  const lines = readFileSync(benchData('test:years', 'data/real_coding_turns.jsonl'), 'utf8').trim().split('\n')
  const requests = lines.map((line) => (JSON.parse(line) as { text: string }).text).filter((text) => text.length > 20)
  const home = new Home(join(root, 'samples'), {})
  const loop = await home.loop()
  await loop.upkeep.import('claude-code', benchData('test:years', 'data/transcripts/claude-code'))
  const calls = (await loop.review.latest(2_000)).map(({ trajectory }) => trajectory.toolCalls ?? [])
  await home.close()
  return { requests, calls: calls.filter(({ length }) => length > 0) }
}

async function print(day: number, { home, twin, above }: Lived, tables: Map<number, ReadonlyMap<string, TableSize>>) {
  if ((day + 1) % HALF_YEAR !== 0) return
  const year = (day + 1) / HALF_YEAR / 2
  const loop = await home.loop()
  const { turns, decisions, bytes, freeBytes } = await loop.upkeep.tally()
  const sizes = tableSizes(home.database)
  const rows = (table: string) => sizes.get(table)?.rows ?? 0
  const { file, log } = onDisk(home.database)
  console.log(
    `year ${year.toFixed(1)}: rows ${mb(bytes - freeBytes)} MiB, file ${mb(file)}, log ${mb(log)}; at most file ${mb(home.most.file)}, log ${mb(home.most.log)}; ` +
      `turns ${turns}, decisions ${decisions}, ledger ${rows('ledger')}, versions ${rows('skill_versions')}, skills ${rows('skills')}; ` +
      `beside ${mb(folderBytes(home.root) - file - log)} MiB; days above the bound before retention ${above.began}, after ${above.ended}` +
      (twin === undefined
        ? ''
        : `; all kept: file ${mb(onDisk(twin.database).file)}, turns ${(await (await twin.loop()).upkeep.tally()).turns}`),
  )
  if (YEARS.includes(year) || year === Number(values.years)) tables.set(year, sizes)
}

function folderBytes(folder: string): number {
  let sum = 0
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true }))
    if (entry.isFile()) sum += statSync(join(entry.parentPath, entry.name), { throwIfNoEntry: false })?.size ?? 0
  return sum
}

function printTables(tables: ReadonlyMap<number, ReadonlyMap<string, TableSize>>): void {
  const last = [...tables.values()].at(-1) ?? new Map<string, TableSize>()
  console.log(`\nrows (KiB with indexes) at the end of year ${[...tables.keys()].join(', ')}:`)
  for (const name of last.keys()) {
    const told = [...tables.values()].map((sizes) => sizes.get(name) ?? { rows: 0, bytes: 0 })
    console.log(
      `  ${name.padEnd(18)} ${told.map(({ rows, bytes }) => `${rows} (${Math.round(bytes / 1024)})`).join('   ')}`,
    )
  }
}

const quantile = (values: readonly number[], q: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(q * values.length))] ?? Number.NaN

function printTimes({ home, twin }: Lived): void {
  const [p50, p99] = [quantile(home.ends, 0.5), quantile(home.ends, 0.99)]
  const told = `end of a turn p50 ${p50.toFixed(2)} ms, p99 ${p99.toFixed(1)}`
  const ratio = (q: number): string => (quantile(home.ends, q) / quantile(twin?.ends ?? [], q)).toFixed(2)
  console.log(
    `\n${told}${twin === undefined ? '' : `; of the home that keeps everything × ${ratio(0.5)}, × ${ratio(0.99)}`}`,
  )
  const step = [0.5, 0.99, 1].map((q) => quantile(home.steps, q).toFixed(1))
  console.log(`steps of retention ${home.steps.length}: p50 ${step[0]} ms, p99 ${step[1]}, at most ${step[2]}`)
  const differ = home.picks.filter((pick, i) => pick !== twin?.picks[i]).length
  if (twin !== undefined)
    console.log(`picks that differ in the home that keeps everything: ${differ} of ${home.picks.length}`)
}

async function main(): Promise<void> {
  const root = mkdtempSync(join(tmpdir(), 'wayland-years-'))
  try {
    const samples = await samplesIn(root)
    const maxMb = Number(values['max-mb'])
    const tables = new Map<number, ReadonlyMap<string, TableSize>>()
    const lived = await live(root, {
      ...{ seed: Number(values.seed), perDay: Number(values['per-day']), samples, twin: !values.alone, lookEvery: 91 },
      days: Math.round(Number(values.years) * 2 * HALF_YEAR),
      settings: maxMb === 0 ? {} : { 'retention.maxMb': maxMb },
      onDay: (day, homes) => print(day, homes, tables),
    })
    printTables(tables)
    printTimes(lived)
    for (const what of lived.found) console.log(`DOES NOT HOLD: ${what}`)
    console.log(`${lived.found.length} broken; seed ${values.seed}`)
    process.exitCode = lived.found.length > 0 ? 1 : 0
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}

if (values.help) console.log(HELP)
else await main()
