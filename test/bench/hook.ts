// What does a hook cost an agent, against `node -e 0` in the same environment? The end of a turn put aside, a prompt answered by a
// warm daemon, and one that comes before there is a daemon, over the built program; a hook and a bare start take turns.
// --runs N (default 500); --skills N puts so many skills of a person beside the one that is offered.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { builtProgram } from './built-program.ts'

const { values } = parseArgs({
  options: { runs: { type: 'string', default: '500' }, skills: { type: 'string', default: '0' } },
})
const RUNS = Number(values.runs)
const home = mkdtempSync(join(tmpdir(), 'wayland-bench-'))
const { main: MAIN, env: built } = builtProgram('bench:hook', home)
const env = { ...built, WAYLAND_HOOK_WAIT_MS: '10000', WAYLAND_HOOK_DIRECT_MS: '0' }
const run = (args: readonly string[], input: string) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { env, input })
  if (status !== 0 || stderr.length > 0) throw new Error(`${args.join(' ')} ended with ${status}: ${stderr}`)
  return stdout.toString('utf8')
}

const call = (name: string, input: object, i: number) => ({ id: `${name}${i}`, name, input, ok: true })
const turns = [1, 2, 3].map((n) => ({
  user_input: 'review the changes on the branch',
  outcome: 'success',
  session_id: `s${n}`,
  prompt_id: `p${n}`,
  tool_calls: [call('Bash', { command: 'git diff main...HEAD' }, n), call('Bash', { command: 'npm test' }, n)],
}))
for (let n = 0; n < Number(values.skills); n++) {
  const folder = join(home, 'config', 'wayland-core', 'skills', `plant-${n}`)
  mkdirSync(folder, { recursive: true })
  const text = `---\nname: plant-${n}\ndescription: Waters plant ${n} in row ${n % 40}.\n---\n\nWater plant ${n}.\n`
  writeFileSync(join(folder, 'SKILL.md'), text)
}
run([MAIN, 'observe'], turns.map((turn) => `${JSON.stringify(turn)}\n`).join(''))
const base = { session_id: 's1', transcript_path: join(home, '.claude', 'projects', 'p', 's1.jsonl'), cwd: '/proj' }
const stop = (i: number) =>
  JSON.stringify({
    ...base,
    hook_event_name: 'Stop',
    prompt_id: `p${i}`,
    last_assistant_message: 'Looks good. '.repeat(20),
  })
const prompt = JSON.stringify({ ...base, hook_event_name: 'UserPromptSubmit', prompt: 'please review my branch' })

const times: Record<string, number[]> = { 'node -e 0': [], enqueue: [], hint: [], alone: [] }
const timed = (name: string, args: readonly string[], input: string): string => {
  const start = performance.now()
  const said = run(args, input)
  times[name]?.push(performance.now() - start)
  return said
}

// Without a daemon first: it would read the jobs while the next ones are put aside.
for (let i = 0; i < RUNS; i++) {
  timed('node -e 0', ['-e', '0'], '')
  timed('enqueue', [MAIN, 'hook', 'claude-code', 'Stop'], stop(i))
}
rmSync(join(home, 'data', 'spool'), { recursive: true })
report('enqueue', 'node -e 0', [1.15, 2.5])

times['node -e 0'] = []
const daemon = spawn(process.execPath, [MAIN, 'daemon', 'run'], { env, stdio: 'ignore' })
while (!existsSync(join(home, 'data', 'daemon.json'))) await wait(20)
let hints = 0
for (let i = 0; i < RUNS; i++) {
  timed('node -e 0', ['-e', '0'], '')
  if (timed('hint', [MAIN, 'hook', 'claude-code', 'UserPromptSubmit'], prompt).includes('additionalContext')) hints++
}
report('hint', 'node -e 0', [1.2, 2.5])
console.log(`hints answered: ${hints} of ${RUNS}`)
daemon.kill('SIGTERM')
await new Promise((resolve) => daemon.on('exit', resolve))

times['node -e 0'] = []
hints = 0
const alone = ['--hook-wait-ms=0', '--hook-direct-ms=60000', '--daemon-autostart=on']
for (let i = 0; i < RUNS; i++) {
  // As where another hook has just started a daemon that does not answer yet: this one starts none.
  writeFileSync(join(home, 'data', 'daemon.tried'), '')
  timed('node -e 0', ['-e', '0'], '')
  if (timed('alone', [MAIN, 'hook', 'claude-code', 'UserPromptSubmit', ...alone], prompt).includes('additionalContext'))
    hints++
}
report('alone', 'node -e 0', [2.5, 5])
console.log(`hints answered: ${hints} of ${RUNS}`)
rmSync(home, { recursive: true })

function report(name: string, rival: string, [median, tail]: readonly [number, number]): void {
  const [ours, theirs] = [sorted(times[name] ?? []), sorted(times[rival] ?? [])]
  const at = (list: readonly number[], share: number) =>
    list[Math.min(list.length - 1, Math.floor(list.length * share))] ?? 0
  for (const [label, list] of [
    [name, ours],
    [rival, theirs],
  ] as const)
    console.log(
      `${label.padEnd(10)} p50 ${at(list, 0.5).toFixed(1).padStart(6)} ms   p99 ${at(list, 0.99).toFixed(1).padStart(6)} ms`,
    )
  const ratio = at(ours, 0.5) / at(theirs, 0.5)
  const worst = at(ours, 0.99) / at(theirs, 0.5)
  const [fast, steady] = [at(ours, 0.1) / at(theirs, 0.1), at(ours, 0.99) / at(theirs, 0.99)]
  console.log(`${name}: p50 × ${ratio.toFixed(2)} (wanted ${median}), p10 × ${fast.toFixed(2)}`)
  console.log(
    `${name}: p99 × ${worst.toFixed(2)} of the median start (wanted ${tail}), × ${steady.toFixed(2)} of its p99\n`,
  )
}

function sorted(list: readonly number[]): number[] {
  return [...list].sort((a, b) => a - b)
}
