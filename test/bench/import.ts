// Question: how fast are session files read, against readline and JSON.parse alone on the same bytes, and in how much memory?
import { fork } from 'node:child_process'
import {
  appendFileSync,
  createReadStream,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { readTranscript, type TranscriptEngine } from '../../src/transcript/transcript.ts'

// A child process is given an engine and a file, and tells the most memory that reading took it.
if (process.send === undefined) await main()
else process.send(await peakOf(process.argv[2] as TranscriptEngine, process.argv[3]!))

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
  const home = mkdtempSync(join(tmpdir(), 'import-bench-'))
  try {
    for (const engine of ['claude-code', 'codex', 'pi'] as const) {
      const path = join(home, `${engine}.jsonl`)
      repeated(join(data, engine), path, Number(process.env.WAYLAND_BENCH_MB ?? 200))
      await compare(engine, path)
      rmSync(path)
    }
  } finally {
    rmSync(home, { recursive: true })
  }
}

/** Both read the same file in turn, three times each; the best of each counts. */
async function compare(engine: TranscriptEngine, path: string): Promise<void> {
  const size = statSync(path).size / 1e6
  const ours: number[] = []
  const theirs: number[] = []
  let turns = 0
  for (let round = 0; round < 3; round++) {
    theirs.push(await timed(() => parseOnly(path)))
    ours.push(
      await timed(async () => {
        turns = 0
        for await (const event of readTranscript(engine, path)) if (event.kind === 'turn') turns++
      }),
    )
  }
  const [a, b] = [Math.min(...ours), Math.min(...theirs)]
  const rate = (seconds: number) => `${(size / seconds).toFixed(0)} MB/s`
  const peak = await new Promise<number>((tell) => fork(import.meta.filename, [engine, path]).once('message', tell))
  console.log(
    `${engine.padEnd(12)} ${size.toFixed(0)} MB, ${turns} turns: ours ${rate(a)}, readline + JSON.parse ${rate(b)}, ` +
      `ratio ${(b / a).toFixed(2)} (wanted >= 0.35); peak RSS of a process that only reads it ${(peak / 1e6).toFixed(0)} MB`,
  )
}

async function peakOf(engine: TranscriptEngine, path: string): Promise<number> {
  let peak = 0
  for await (const event of readTranscript(engine, path))
    if (event.kind === 'progress') peak = Math.max(peak, process.memoryUsage.rss())
  return peak
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

/** The engine's files, one after the other, again and again until the file is long enough. */
function repeated(folder: string, path: string, megabytes: number): void {
  const files = readdirSync(folder).filter((name) => name.endsWith('.jsonl'))
  const bytes = Buffer.concat(
    files.sort().map((name) => Buffer.concat([readFileSync(join(folder, name)), Buffer.from('\n')])),
  )
  writeFileSync(path, '')
  for (let size = 0; size < megabytes * 1e6; size += bytes.length) appendFileSync(path, bytes)
}
