import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { jobOf, parseJob } from '../../../src/daemon/job.ts'
import { openSpool, type Spool } from '../../../src/daemon/spool.ts'
import { isWaylandError } from '../../../src/domain/errors.ts'
import { readHook } from '../../../src/engines/engines.ts'
import { type Below, changed } from '../mutation.ts'
import { PAYLOADS } from './hook-payloads.ts'
import { openFuzzLoop } from './mcp-messages.ts'

/** Jobs as they lie in the spool, one of them put back before and one that was begun by a process that died. */
const JOBS: readonly Buffer[] = ['claude-code', 'codex', 'gemini', 'qwen', 'pi'].flatMap((engine) =>
  PAYLOADS.flatMap((payload) => {
    const event = readHook(engine, JSON.parse(payload.toString('utf8')))
    if (event === undefined || event.kind === 'prompt_submitted') return []
    const job = jobOf(event, ['/home/u/.claude/projects'], 0)
    return [job, { ...job, tries: 3, after: Date.UTC(2026, 9, 1) }].map((one) => Buffer.from(JSON.stringify(one)))
  }),
)

/** Files of the spool, whatever is in them: each is worked on as a job or put aside, none is lost, and none stops the next. */
export async function fuzzSpoolJobs() {
  const home = mkdtempSync(join(tmpdir(), 'wayland-fuzz-'))
  const { loop, ...held } = await openFuzzLoop()
  async function once(below: Below): Promise<void> {
    const folder = join(home, 'spool')
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(join(folder, 'working'), { recursive: true })
    const count = 1 + below(3)
    for (let i = 0; i < count; i++) {
      const claimed = below(3) === 0
      const name = ['claude-code+turn_ended+s1+p1', 'x', 'a.b', '.json', 'ü'][below(5)] ?? 'x'
      const file = claimed ? join('working', `${name}${i}.1-0-0.json`) : `${name}${i}.json`
      writeFileSync(join(folder, file), changed(JOBS, below))
    }
    const spool = openSpool(home, process.pid, () => false)
    const before = spool.look().waiting
    const worked = await workedOff(spool, below)
    const { waiting, aside } = spool.look()
    if (waiting !== 0) throw new Error(`${waiting} of ${before} jobs are never worked on`)
    if (worked + aside.length < Math.min(1, before)) throw new Error('a job was lost')
    const left = readdirSync(folder).filter((name) => name.endsWith('.tmp') || name.endsWith('.json'))
    if (left.length > 0) throw new Error(`left behind: ${left.join()}`)
  }

  /** Works on every job as a drain would, and gives how many were claimed. */
  async function workedOff(spool: Spool, below: Below): Promise<number> {
    let worked = 0
    for (let one = spool.claim(LATE); one !== undefined; one = spool.claim(LATE)) {
      if (parseJob(JSON.stringify(one.job)) === undefined) throw new Error('what is no job was claimed')
      worked++
      if (worked > 50) throw new Error('jobs come back without end')
      await loop.upkeep
        .receive(one.job.engine, one.job.payload, { folders: one.job.folders })
        .catch((error: unknown) => {
          if (!isWaylandError(error) || error.code === 'internal') throw error
        })
      if (below(4) === 0 && worked < 5) spool.putBack(one, { ...one.job, tries: one.job.tries + 1 })
      else if (below(2) === 0) spool.putAside(one, 'a reason')
      else spool.done(one)
    }
    return worked
  }

  return {
    once,
    async [Symbol.asyncDispose]() {
      await held[Symbol.asyncDispose]()
      rmSync(home, { recursive: true, force: true })
    },
  }
}

/** Every job is due by then. */
const LATE = new Date(8.64e15)
