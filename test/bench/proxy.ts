// What does the proxy cost against pipes of the same runtime, in turns in one run? A chat of 60 kB is answered with a stream of 50
// events: at once, slowly, and after the time that a model thinks; one after the other, and 200 at once with the processor time.
// Then its memory while --megabytes M (default 1024) pass in one stream. --rounds N (default 300). Beside the stream it reads the
// request, looks for the conversation in SQLite and records the turn.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { type Measured, measured } from './proxy/client.ts'

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '300' }, megabytes: { type: 'string', default: '1024' } },
})
const ROOT = join(import.meta.dirname, '..', '..')
const home = mkdtempSync(join(tmpdir(), 'wayland-bench-'))
const children: ChildProcess[] = []

async function started(words: readonly string[]): Promise<{ url: string; pid: number }> {
  const env = { PATH: process.env.PATH ?? '', HOME: home }
  const child = spawn(process.execPath, words, { env, cwd: home, stdio: ['ignore', 'pipe', 'ignore'] })
  children.push(child)
  const [line] = (await once(createInterface(child.stdout!), 'line')) as [string]
  return { ...(JSON.parse(line) as { url: string }), pid: child.pid ?? 0 }
}

const script = (name: string) => ['--import', import.meta.resolve('tsx'), join(import.meta.dirname, 'proxy', name)]
const middle = (numbers: readonly number[]) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0
/** Processor time of a process so far, in ms (Linux: in ticks of 10 ms). */
const cpu = (pid: number) => {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) * 10
}
const resident = (pid: number) => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024

function row(what: string, bare: readonly Measured[], ours: readonly Measured[]): void {
  for (const of of ['first', 'whole'] as const) {
    const [one, other] = [middle(bare.map((m) => m[of])), middle(ours.map((m) => m[of]))]
    console.log(
      `${what}, ${of}: bare ${one.toFixed(2)} ms, proxy ${other.toFixed(2)} ms, × ${(other / one).toFixed(3)}`,
    )
  }
}

try {
  const upstream = await started(script('upstream.ts'))
  const bare = await started([...script('bare.ts'), upstream.url])
  const proxy = await started([
    join(ROOT, 'dist/cli/main.js'),
    'proxy',
    '--upstream',
    upstream.url,
    '--port',
    '0',
    '--json',
  ])
  const both = async (headers: Readonly<Record<string, string>>, n: number) => {
    const found: [Measured[], Measured[]] = [[], []]
    for (let i = 0; i < n; i++) {
      // In turns, and each first as often as the other.
      const order = i % 2 === 0 ? [0, 1] : [1, 0]
      for (const at of order) found[at as 0 | 1].push(await measured(at === 0 ? bare.url : proxy.url, headers))
    }
    return found
  }
  await both({}, 50)
  row('a stream of 50 events 2 ms apart', ...(await both({ 'x-pause': '2' }, Number(values.rounds))))
  row('a model that thinks for 100 ms', ...(await both({ 'x-think': '100' }, Number(values.rounds))))
  row('a model that thinks for 500 ms', ...(await both({ 'x-think': '500' }, Number(values.rounds) / 5)))
  row('a stream of 50 events at once', ...(await both({}, Number(values.rounds))))
  for (const headers of [{ 'x-pause': '20' }, { 'x-pause': '20' }]) {
    const spent = [cpu(bare.pid), cpu(proxy.pid)] as const
    const many = async (url: string) => await Promise.all(Array.from({ length: 200 }, () => measured(url, headers)))
    row('200 streams at once, 50 events 20 ms apart', await many(bare.url), await many(proxy.url))
    console.log(`  processor time: bare ${cpu(bare.pid) - spent[0]} ms, proxy ${cpu(proxy.pid) - spent[1]} ms`)
  }
  const before = resident(proxy.pid)
  let most = before
  const timer = setInterval(() => (most = Math.max(most, resident(proxy.pid))), 50)
  const { bytes, whole } = await measured(proxy.url, { 'x-megabytes': values.megabytes })
  clearInterval(timer)
  console.log(
    `${bytes / 2 ** 20} MiB in one stream: ${(whole / 1000).toFixed(1)} s, memory ${before.toFixed(0)} MiB before, ${most.toFixed(0)} MiB at most`,
  )
} finally {
  for (const child of children) child.kill()
  rmSync(home, { recursive: true, force: true })
}
process.exit()
