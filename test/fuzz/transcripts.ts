// Feeds changed real session files to every reader: `npm run test:fuzz [-- --seconds 60] [--seed 1] [--engine codex]`.
// A crash, a round of more than twenty seconds or memory without bound ends with exit code 1 and the seed that shows it.
import { fork } from 'node:child_process'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { TRANSCRIPT_ENGINES, type TranscriptEngine } from '../../src/transcript/transcript.ts'
import { corpus, fuzzOnce } from './fuzz-reader.ts'

const FIXTURES = join(import.meta.dirname, '..', 'fixtures', 'transcripts')
const HANG_MS = 20_000
const MAX_RSS = 600e6

type Report = {
  readonly seed: number
  readonly rounds: number
  readonly error?: string
  readonly done?: boolean
}
type Task = { readonly engine: TranscriptEngine; readonly seconds: number; readonly seed: number }

// A child process is given its task as one argument.
if (process.send === undefined) await main()
else work(JSON.parse(process.argv[2]!) as Task)

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { seconds: { type: 'string' }, seed: { type: 'string' }, engine: { type: 'string' } },
  })
  const seconds = Number(values.seconds ?? 60)
  const seed = Number(values.seed ?? Date.now() % 1_000_000_000)
  for (const engine of TRANSCRIPT_ENGINES) {
    if (values.engine !== undefined && values.engine !== engine) continue
    const { rounds, error, seed: last } = await watched({ engine, seconds, seed })
    console.log(`${engine.padEnd(12)} ${rounds} rounds from seed ${seed}${error === undefined ? ', no fault' : ''}`)
    if (error !== undefined) {
      console.log(`  at seed ${last}: ${error}`)
      process.exitCode = 1
    }
  }
}

/** One engine in a process of its own, so that a hang is seen from outside. */
function watched(task: Task): Promise<Report> {
  return new Promise((resolve) => {
    const child = fork(import.meta.filename, [JSON.stringify(task)])
    let last: Report = { seed: task.seed, rounds: 0 }
    const finish = (report: Report) => {
      clearTimeout(timer)
      child.kill('SIGKILL')
      resolve(report)
    }
    const timer = setTimeout(() => finish({ ...last, error: 'hangs' }), HANG_MS)
    child.on('message', (report: Report) => {
      last = report
      timer.refresh()
      if (report.done === true || report.error !== undefined) finish(report)
    })
    child.on('exit', (code, signal) => finish({ ...last, error: `the process ended with ${code ?? signal}` }))
  })
}

function work({ engine, seconds, seed }: Task): void {
  const files = corpus(FIXTURES, engine)
  const end = Date.now() + seconds * 1000
  let rounds = 0
  for (; Date.now() < end; rounds++) {
    const current = seed + rounds
    if (rounds % 20 === 0) tell({ seed: current, rounds })
    try {
      const rss = process.memoryUsage.rss()
      if (rss > MAX_RSS) throw new Error(`memory grew to ${(rss / 1e6).toFixed(0)} MB`)
      fuzzOnce(engine, files, current)
    } catch (error) {
      const words = error instanceof Error ? (error.stack ?? error.message) : String(error)
      tell({ seed: current, rounds, error: words })
      return
    }
  }
  tell({ seed: seed + rounds, rounds, done: true })
}

function tell(report: Report): void {
  process.send!(report)
}
