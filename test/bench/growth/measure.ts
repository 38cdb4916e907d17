import { spawnSync } from 'node:child_process'

/** What one command took: milliseconds on the clock and of the processor, and the most memory that it held, in MiB. */
export interface Cost {
  readonly ms: number
  readonly cpuMs: number
  readonly mib: number
}

/** Reports its own use to descriptor 3 when it ends, whichever way. */
const REPORT = `data:text/javascript,${encodeURIComponent(`import { readFileSync, writeSync } from 'node:fs'
process.on('exit', () => {
  const used = process.resourceUsage()
  // The system counts what the parent held at the fork as the child's, too; Linux says what the child alone held.
  try { used.maxRSS = Number(/VmHWM:\\s*(\\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))[1]) } catch {}
  try { writeSync(3, JSON.stringify(used)) } catch {}
})`)}`

/** Runs a command of the built program so many times: the median of its time, the most of its memory. */
export function costOf(
  main: string,
  args: readonly string[],
  {
    env,
    input = '',
    times,
    cwd,
  }: { readonly env: NodeJS.ProcessEnv; readonly input?: string; readonly times: number; readonly cwd: string },
): Cost {
  const costs = Array.from({ length: times }, (): Cost => {
    const began = performance.now()
    const ended = spawnSync(process.execPath, ['--import', REPORT, main, ...args], {
      env,
      input,
      cwd,
      maxBuffer: 2 ** 30,
      stdio: ['pipe', 'pipe', 'pipe', 'pipe'],
    })
    const ms = performance.now() - began
    if (ended.status !== 0)
      throw new Error(
        `${args.join(' ')} ended with ${ended.status ?? ended.signal}: ${ended.stderr.toString().slice(0, 500)}`,
      )
    const used = JSON.parse(String(ended.output[3])) as NodeJS.ResourceUsage
    return { ms, cpuMs: (used.userCPUTime + used.systemCPUTime) / 1000, mib: used.maxRSS / 1024 }
  })
  const median = (of: (cost: Cost) => number) => costs.map(of).sort((a, b) => a - b)[costs.length >> 1] ?? Number.NaN
  return {
    ms: median(({ ms }) => ms),
    cpuMs: median(({ cpuMs }) => cpuMs),
    mib: Math.max(...costs.map(({ mib }) => mib)),
  }
}
