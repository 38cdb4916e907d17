// Does a daemon under load lose an event, grow, or keep prompts waiting? Clients do what hook.sh does: they ask for prompts
// over its socket, and leave the ends of turns as files, for --seconds S (default 600) with --clients N (default 50), at
// --rate R pairs a second together (default 122), however long the answers take; what waits at the end is told, and the run
// ends when every event that was left is counted and drafted from. Clients take their own processor time too: it is told beside that of the daemon. --profile DIR has
// the daemon profiled.
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import Sqlite from 'better-sqlite3'
import { readAddress } from '../../src/daemon/address.ts'
import { ask } from '../../src/daemon/ask.ts'
import { payloadsFolder } from '../../src/daemon/job-file.ts'
import { claudeCode, review, write } from '../path/engines/agents.ts'
import { builtProgram } from './built-program.ts'

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '600' },
    clients: { type: 'string', default: '50' },
    rate: { type: 'string', default: '122' },
    profile: { type: 'string' },
  },
})
const [SECONDS, CLIENTS] = [Number(values.seconds), Number(values.clients)]
/** From one event of a client to its next, in ms, on average. */
const EACH_MS = (CLIENTS / Number(values.rate)) * 1000
const ASK_MS = 30_000

const home = mkdtempSync(join(tmpdir(), 'wayland-soak-'))
const data = join(home, 'data')
mkdirSync(data)
const { main: MAIN, env } = builtProgram('bench:soak', home)
const profiled = values.profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${values.profile}`]
const daemon = spawn(process.execPath, [...profiled, MAIN, 'daemon', 'run'], { env, stdio: 'ignore' })
while (readAddress(data) === undefined) {
  if (daemon.exitCode !== null)
    throw new Error(`the daemon ended with ${daemon.exitCode}; run "${MAIN} daemon run" to see why`)
  await wait(20)
}
const { socket } = readAddress(data) ?? { socket: '' }

const accepted = new Set<string>()
const hintMs: number[] = []
const failed: string[] = []
const memory: { readonly at: number; readonly rss: number }[] = []
const began = performance.now()
const seconds = () => (performance.now() - began) / 1000

async function client(number: number): Promise<void> {
  let due = performance.now() + Math.random() * EACH_MS
  for (let n = 0; seconds() < SECONDS; n++) {
    await wait(Math.max(0, due - performance.now()))
    due += Math.random() * 2 * EACH_MS
    const id = `c${number}-${n}`
    const request = `review the ${WORDS[(number + n) % WORDS.length]} of module ${(number * 7 + n) % 40}`
    const turn = review(`c${number}-${Math.floor(n / 10)}`, { id, request, answer: `Looks good in ${id}.` })
    const file = join(home, claudeCode.file(turn.session))
    await asked(claudeCode.payload('prompt', turn, file))
    write(claudeCode, home, turn)
    leave(
      { ...claudeCode.payload('end', turn, file), prompt_id: `${id}-prompt` },
      `${number}${String(n).padStart(6, '0')}`,
    )
    accepted.add(`${id}-prompt`)
  }
}

const WORDS = ['tests', 'types', 'imports', 'errors', 'branches', 'documents', 'queries', 'styles']

async function asked(payload: object): Promise<void> {
  const start = performance.now()
  const reply = await ask(socket, { hook: 'claude-code', payload }, ASK_MS)
  hintMs.push(performance.now() - start)
  if ('line' in reply && 'answer' in (JSON.parse(reply.line) as object)) return
  failed.push('line' in reply ? reply.line : reply.failed)
}

/** Leaves the end of a turn under the name of the hook's process, as hook.sh does. */
const leave = (payload: object, pid: string): void =>
  writeFileSync(join(payloadsFolder(data), `claude-code.Stop.${pid}`), JSON.stringify(payload), {
    flag: 'wx',
    mode: 0o600,
  })

/** User and system time of a process in seconds, where the system tells (Linux: proc(5), in ticks of 1/100 s). */
function processorTime(pid: number | undefined): { readonly all: number; readonly system: number } {
  if (process.platform !== 'linux') return { all: Number.NaN, system: Number.NaN }
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return { all: (Number(fields[11]) + Number(fields[12])) / 100, system: Number(fields[12]) / 100 }
}

async function watchMemory(): Promise<void> {
  while (seconds() < SECONDS) {
    const asked = await ask(socket, { status: true }, ASK_MS)
    if ('line' in asked) {
      const { status } = JSON.parse(asked.line) as { status: { rss: number } }
      memory.push({ at: seconds(), rss: status.rss })
    }
    await wait(Math.min(5_000, SECONDS * 50))
  }
}

/** What an acknowledged event is still on its way to: spool, counting, draft. */
interface Waiting {
  readonly spooled: number
  readonly uncounted: number
  readonly drafting: number
}

const db = new Sqlite(join(data, 'wayland-core.db'), { readonly: true })
const numberOf = (sql: string) => db.prepare<[], number>(sql).pluck()
const uncounted = numberOf('SELECT count(*) FROM turns WHERE uncounted IS NOT NULL')
const drafting = numberOf('SELECT count(*) FROM triggers')

async function waiting(): Promise<Waiting> {
  const asked = await ask(socket, { status: true }, ASK_MS)
  if (!('line' in asked)) throw new Error(`the daemon does not say what waits: ${asked.failed}`)
  const { status } = JSON.parse(asked.line) as { status: { waiting: number } }
  return { spooled: status.waiting, uncounted: uncounted.get() ?? 0, drafting: drafting.get() ?? 0 }
}

await Promise.all([...Array.from({ length: CLIENTS }, (_, i) => client(i)), watchMemory()])
const ran = seconds()
const clientSeconds = process.cpuUsage().user / 1e6 + process.cpuUsage().system / 1e6
const loadedSeconds = processorTime(daemon.pid).all
const atEnd = await waiting()
const drainStart = performance.now()
for (let left = atEnd; left.spooled + left.uncounted + left.drafting > 0; left = await waiting()) await wait(100)
const drainedIn = (performance.now() - drainStart) / 1000
const { all: processorSeconds, system: systemSeconds } = processorTime(daemon.pid)
daemon.kill('SIGTERM')
const code = await new Promise((resolve) => daemon.on('exit', resolve))

const recorded = new Set(db.prepare<[], string>('SELECT prompt_id FROM turns').pluck().all())
const decisions = numberOf('SELECT count(*) FROM decisions').get()
const drafts = numberOf('SELECT count(*) FROM skill_versions').get()
db.close()
const lost = [...accepted].filter((id) => !recorded.has(id))

const at = (list: readonly number[], share: number) =>
  [...list].sort((a, b) => a - b)[Math.min(list.length - 1, Math.floor(list.length * share))] ?? Number.NaN
const quartile = (share: number) => {
  const settled = memory.filter(({ at: t }) => t >= Math.min(120, SECONDS / 3))
  const part = settled.slice(Math.floor(settled.length * share), Math.floor(settled.length * (share + 0.25)) + 1)
  return (
    at(
      part.map(({ rss }) => rss),
      0.5,
    ) /
    1024 /
    1024
  )
}
console.log(
  `${CLIENTS} clients, ${ran.toFixed(0)} s: ${accepted.size} events (${(accepted.size / ran).toFixed(1)} a second), ${decisions} prompts, ${drafts} versions, ${failed.length} not answered`,
)
console.log(`lost events: ${lost.length}; daemon ended with ${code}`)
const { spooled, uncounted: notCounted, drafting: notDrafted } = atEnd
const keptUpWith = (accepted.size - spooled - notCounted) / ran
console.log(
  `waiting at the end: ${spooled} in the spool, ${notCounted} not counted, ${notDrafted} drafts; all done ${drainedIn.toFixed(1)} s later; ${keptUpWith.toFixed(1)} a second were counted`,
)
console.log(
  `processor time of the daemon: ${processorSeconds.toFixed(1)} s (${((loadedSeconds / ran) * 100).toFixed(0)} % of a core under load), ${((processorSeconds * 1000) / accepted.size).toFixed(2)} ms per event with its prompt, ${((systemSeconds * 1000) / accepted.size).toFixed(2)} of them in the system; of the clients: ${clientSeconds.toFixed(1)} s, ${((clientSeconds * 1000) / accepted.size).toFixed(2)} ms`,
)
console.log(
  `prompt  p50 ${at(hintMs, 0.5).toFixed(1)} ms   p99 ${at(hintMs, 0.99).toFixed(1)} ms   worst ${at(hintMs, 1).toFixed(1)} ms`,
)
console.log(
  `memory after the warm-up: ${quartile(0).toFixed(0)} MiB in its first quarter, ${quartile(0.75).toFixed(0)} MiB in its last`,
)
for (const why of new Set(failed)) console.log(`not answered: ${why}`)
rmSync(home, { recursive: true })
if (lost.length > 0 || failed.length > 0 || code !== 0) process.exitCode = 1
