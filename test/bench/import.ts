// Question: how fast does an import go that counts in time order, one file and many, against readline and JSON.parse alone on
// the same bytes, and in how much memory? What is measured is the product's own path: files → turns → database → drafts.
// Beside it what one would take to look into such files, where it is installed: jq and grep.
import { fork, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  appendFileSync,
  createReadStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { openSkillLoop } from '../../src/app/open-skill-loop.ts'
import { readTranscript } from '../../src/engines/transcripts.ts'
import { setFlags } from '../../src/platform/v8-flags.ts'

const PROJECT = /"cwd":"[^"]+"/
/** The first id in a session file is that of the session. */
const SESSION = /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/

/** Programs that read such files, with what they are given before the files. */
const RIVALS = [
  ['jq', '-c', '.type'],
  ['grep', '-c', '"role":"user"'],
] as const

// A child process is given an engine, a folder and a home, imports, and tells its seconds, its turns and its most memory.
if (process.send === undefined) await main()
else process.send(await imported(process.argv[2]!, process.argv[3]!, process.argv[4]!))

interface Imported {
  readonly seconds: number
  readonly turns: number
  readonly drafts: number
  readonly peak: number
}

async function main(): Promise<void> {
  const data = resolve(
    process.env.WAYLAND_BENCH_DATA ?? join(import.meta.dirname, '..', '..', '..', 'shared'),
    'data',
    'transcripts',
  )
  if (!existsSync(data)) {
    console.log(`No data at ${data}: set WAYLAND_BENCH_DATA to the folder that holds data/transcripts.`)
    return
  }
  const megabytes = Number(process.env.WAYLAND_BENCH_MB ?? 1000)
  const home = mkdtempSync(join(tmpdir(), 'import-bench-'))
  try {
    for (const engine of ['claude-code', 'codex', 'pi'] as const)
      for (const inOneFile of [true, false]) {
        const folder = join(home, 'sessions')
        mkdirSync(folder)
        const files = repeated(join(data, engine), folder, megabytes, inOneFile)
        await compare(engine, folder, files)
        rmSync(folder, { recursive: true })
      }
  } finally {
    rmSync(home, { recursive: true })
  }
}

/** Both read the same files in turn, twice each; the best of each counts, of memory the worst. */
async function compare(engine: string, folder: string, files: readonly string[]): Promise<void> {
  const size = files.reduce((sum, file) => sum + statSync(file).size, 0) / 1e6
  const ours: Imported[] = []
  const read: number[] = []
  const theirs: number[] = []
  for (let round = 0; round < 2; round++) {
    theirs.push(
      await timed(async () => {
        for (const file of files) await parseOnly(file)
      }),
    )
    read.push(
      await timed(async () => {
        for (const file of files) for await (const _ of readTranscript(engine, file));
      }),
    )
    const home = mkdtempSync(join(tmpdir(), 'import-bench-home-'))
    ours.push(
      await new Promise<Imported>((tell, fail) =>
        fork(import.meta.filename, [engine, folder, home])
          .once('message', tell)
          .once('error', fail),
      ),
    )
    rmSync(home, { recursive: true })
  }
  const [a, b, c] = [Math.min(...ours.map(({ seconds }) => seconds)), Math.min(...theirs), Math.min(...read)]
  const { turns = 0, drafts = 0 } = ours[0] ?? {}
  const peak = Math.max(...ours.map((one) => one.peak)) / 1e6
  const rate = (seconds: number) => `${(size / seconds).toFixed(0)} MB/s`
  console.log(
    `${engine.padEnd(12)} ${size.toFixed(0)} MB in ${files.length} file${files.length === 1 ? '' : 's'}, ${turns} turns, ` +
      `${drafts} drafts: readline + JSON.parse ${rate(b)}, reading ${rate(c)}, ratio ${(b / c).toFixed(2)} (wanted >= 0.35), ` +
      `import with database and drafts ${rate(a)}, ratio ${(b / a).toFixed(2)}; ` +
      `peak RSS ${peak.toFixed(0)} MB (wanted <= 200)`,
  )
  for (const [program, ...given] of RIVALS) {
    const start = performance.now()
    const { error } = spawnSync(program, [...given, ...files], { stdio: 'ignore' })
    const seconds = (performance.now() - start) / 1000
    console.log(
      `  ${[program, ...given].join(' ')}: ${error?.message ?? `${rate(seconds)}, ${(seconds / a).toFixed(2)} of the import`}`,
    )
  }
}

async function imported(engine: string, folder: string, home: string): Promise<Imported> {
  // As the command does.
  setFlags(['import'])
  let peak = 0
  const look = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss())
  }, 20)
  const settings = { 'config.dir': join(home, 'config'), 'data.dir': join(home, 'data'), home: join(home, 'home') }
  const sum = { turns: 0, drafts: 0 }
  const seconds = await timed(async () => {
    await using loop = await openSkillLoop({ settings, env: {} })
    const { turnsRecorded, drafts } = await loop.upkeep.import(engine, folder)
    Object.assign(sum, { turns: turnsRecorded, drafts })
  })
  clearInterval(look)
  return { ...sum, seconds, peak }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = process.hrtime.bigint()
  await work()
  return Number(process.hrtime.bigint() - start) / 1e9
}

async function parseOnly(path: string): Promise<number> {
  let entries = 0
  for await (const line of createInterface({ input: createReadStream(path), crlfDelay: Number.POSITIVE_INFINITY })) {
    try {
      JSON.parse(line)
      entries++
    } catch {
      // a few lines of the real files are no JSON
    }
  }
  return entries
}

/** The engine's sessions, again and again as others, until they are long enough; the files written. */
function repeated(from: string, folder: string, megabytes: number, inOneFile: boolean): readonly string[] {
  const sessions = readdirSync(from)
    .filter((name) => name.endsWith('.jsonl'))
    .sort()
    .map((name) => ({ name, text: `${readFileSync(join(from, name), 'utf8')}\n` }))
  const written = new Set<string>()
  for (let size = 0, copy = 0; size < megabytes * 1e6; copy++)
    for (const { name, text } of sessions) {
      const id = SESSION.exec(text)?.[0]
      const folderOf = PROJECT.exec(text)?.[0].slice(0, -1) ?? ''
      const other = (
        id === undefined ? text : text.replaceAll(id, `${id.slice(0, -6)}${String(copy).padStart(6, '0')}`)
      )
        // Another project each time, as it would be: one that holds a thousand times the same is none.
        .replaceAll(`${folderOf}"`, `${folderOf}-${copy}"`)
      const file = join(
        folder,
        inOneFile
          ? 'all.jsonl'
          : `${createHash('sha1')
              .update(name + copy)
              .digest('hex')}.jsonl`,
      )
      appendFileSync(file, other)
      written.add(file)
      size += other.length
    }
  return [...written]
}
