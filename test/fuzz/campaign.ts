// Feeds changed real input to every parser: `npm run test:fuzz [-- --seconds 60] [--seed 1] [--subject codex]`.
// A crash, rounds of more than twenty seconds of work or memory without bound ends with exit code 1 and the seed that shows it.
import { fork } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { choices } from './mutation.ts'
import { SUBJECTS } from './subjects.ts'

const HANG_MS = 20_000
/** What waits for the processor is given as many times that: other work on the machine hangs nobody. */
const IDLE_TIMES = 6
/** Until the first round: on a busy machine loading alone takes a while. */
const START_MS = 180_000
const MAX_RSS = 600e6
/** Of the heap, in MiB: without a limit garbage alone reaches the bound above where other work keeps the collector waiting. */
const MAX_HEAP = 256

type Report = {
  readonly seed: number
  readonly rounds: number
  readonly error?: string
  readonly done?: boolean
}
type Task = { readonly subject: string; readonly seconds: number; readonly seed: number }

// A child process is given its task as one argument.
if (process.send === undefined) await main()
else await work(JSON.parse(process.argv[2]!) as Task)

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { seconds: { type: 'string' }, seed: { type: 'string' }, subject: { type: 'string' } },
  })
  const seconds = Number(values.seconds ?? 60)
  const seed = Number(values.seed ?? Date.now() % 1_000_000_000)
  if (values.subject !== undefined && !(values.subject in SUBJECTS))
    throw new Error(`--subject is one of ${Object.keys(SUBJECTS).join(', ')}`)
  for (const subject of Object.keys(SUBJECTS)) {
    if (values.subject !== undefined && values.subject !== subject) continue
    const { rounds, error, seed: last } = await watched({ subject, seconds, seed })
    console.log(`${subject.padEnd(20)} ${rounds} rounds from seed ${seed}${error === undefined ? ', no fault' : ''}`)
    if (error !== undefined) {
      console.log(`  at seed ${last}: ${error}`)
      process.exitCode = 1
    }
  }
}

/** One subject in a process of its own, so that a hang is seen from outside. */
function watched(task: Task): Promise<Report> {
  return new Promise((resolve) => {
    const child = fork(import.meta.filename, [JSON.stringify(task)], {
      execArgv: [...process.execArgv, `--max-old-space-size=${MAX_HEAP}`],
    })
    let last: Report = { seed: task.seed, rounds: 0 }
    const finish = (report: Report) => {
      clearTimeout(timer)
      child.kill('SIGKILL')
      resolve(report)
    }
    let timer = setTimeout(() => finish({ ...last, error: 'does not start' }), START_MS)
    const watch = (since: number, left: number) => {
      timer = setTimeout(() => {
        const waits = worked(child.pid) - since < HANG_MS / 2
        if (waits && left > 0) watch(since, left - 1)
        else finish({ ...last, error: 'hangs' })
      }, HANG_MS)
    }
    child.on('message', (report: Report) => {
      last = report
      clearTimeout(timer)
      watch(worked(child.pid), IDLE_TIMES)
      if (report.done === true || report.error !== undefined) finish(report)
    })
    child.on('exit', (code, signal) => finish({ ...last, error: `the process ended with ${code ?? signal}` }))
  })
}

/** Processor time of a process in milliseconds; without end where the system does not tell. */
function worked(pid: number | undefined): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
    return (Number(fields[11]) + Number(fields[12])) * TICK_MS
  } catch {
    return Number.POSITIVE_INFINITY
  }
}

const TICK_MS = 10

async function work({ subject, seconds, seed }: Task): Promise<void> {
  await using fuzzed = await SUBJECTS[subject]!()
  const end = Date.now() + seconds * 1000
  let rounds = 0
  for (; Date.now() < end; rounds++) {
    const current = seed + rounds
    if (rounds % 20 === 0) tell({ seed: current, rounds })
    try {
      const rss = process.memoryUsage.rss()
      if (rss > MAX_RSS) throw new Error(`memory grew to ${(rss / 1e6).toFixed(0)} MB`)
      await fuzzed.once(choices(current))
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
