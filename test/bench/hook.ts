// What does a hook cost an agent, against `node -e 0` in the same environment? As `install` writes it, over the built program: a
// prompt answered by a warm daemon and the end of a turn told to it, the same where there is no curl, and without a daemon; a hook
// and a bare start take turns. --runs N (default 500); --skills N puts so many skills of a person beside the one that is offered.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { hookCommand } from '../../src/connect/hook-command.ts'
import { usualSocket } from '../../src/daemon/address.ts'
import { builtProgram } from './built-program.ts'

const { values } = parseArgs({
  options: { runs: { type: 'string', default: '500' }, skills: { type: 'string', default: '0' } },
})
const RUNS = Number(values.runs)
const home = mkdtempSync(join(tmpdir(), 'wayland-bench-'))
// A hook does not believe a home that lies in the folder that its agent works in.
const work = mkdtempSync(join(tmpdir(), 'wayland-bench-work-'))
const { main, env: built } = builtProgram('bench:hook', home)
// The usual folders, as `install` finds them; options stand in the person's file.
const env = Object.fromEntries(Object.entries(built).filter(([name]) => !/^(?:WAYLAND|XDG)_/.test(name)))
const [config, data] = [join(home, '.config', 'wayland-core'), join(home, '.local', 'share', 'wayland-core')]
const configure = (directMs: number, autostart: 'on' | 'off') => {
  mkdirSync(config, { recursive: true })
  const options = { 'hook.directMs': directMs, 'daemon.autostart': autostart, 'router.holdout': 0 }
  writeFileSync(join(config, 'config.json'), JSON.stringify(options))
}
configure(0, 'off')
const run = (command: string, args: readonly string[], input: string) => {
  const { status, stdout, stderr } = spawnSync(command, args, { env, input, cwd: work })
  if (status !== 0 || stderr.length > 0) throw new Error(`${args.join(' ')} ended with ${status}: ${stderr}`)
  return stdout.toString('utf8')
}
const node = process.execPath
const asInstalled = (event: string, socket?: string) =>
  hookCommand({ node, main, platform: process.platform, ...(socket && { socket }) }, 'claude-code', event)

const call = (name: string, input: object, i: number) => ({ id: `${name}${i}`, name, input, ok: true })
const turns = [1, 2, 3].map((n) => ({
  user_input: 'review the changes on the branch',
  outcome: 'success',
  session_id: `s${n}`,
  prompt_id: `p${n}`,
  tool_calls: [call('Bash', { command: 'git diff main...HEAD' }, n), call('Bash', { command: 'npm test' }, n)],
}))
for (let n = 0; n < Number(values.skills); n++) {
  const folder = join(config, 'skills', `plant-${n}`)
  mkdirSync(folder, { recursive: true })
  const text = `---\nname: plant-${n}\ndescription: Waters plant ${n} in row ${n % 40}.\n---\n\nWater plant ${n}.\n`
  writeFileSync(join(folder, 'SKILL.md'), text)
}
run(node, [main, 'observe'], turns.map((turn) => `${JSON.stringify(turn)}\n`).join(''))
const base = { session_id: 's1', transcript_path: join(home, '.claude', 'projects', 'p', 's1.jsonl'), cwd: work }
const stop = (i: number) =>
  JSON.stringify({
    ...base,
    hook_event_name: 'Stop',
    prompt_id: `p${i}`,
    last_assistant_message: 'Looks good. '.repeat(20),
  })
const prompt = JSON.stringify({ ...base, hook_event_name: 'UserPromptSubmit', prompt: 'please review my branch' })

const times: Record<string, number[]> = {}
const timed = (name: string, command: string, args: readonly string[], input: string): string => {
  const start = performance.now()
  const said = run(command, args, input)
  times[name] ??= []
  times[name].push(performance.now() - start)
  return said
}

/** Runs a hook again and again, each beside a bare start of Node; reports both. */
function measure(name: string, command: string, input: (i: number) => string, wanted: readonly [number, number]): void {
  times['node -e 0'] = []
  let hints = 0
  for (let i = 0; i < RUNS; i++) {
    // As where another hook has just started a daemon that does not answer yet: this one starts none.
    writeFileSync(join(data, 'daemon.tried'), '')
    timed('node -e 0', node, ['-e', '0'], '')
    if (timed(name, 'sh', ['-c', command], input(i)).includes('additionalContext')) hints++
  }
  report(name, 'node -e 0', wanted)
  if (command.includes(' UserPromptSubmit ')) console.log(`hints answered: ${hints} of ${RUNS}\n`)
}

const asked = () => prompt
const [withSocket, without] = [usualSocket(data), undefined]
// Without a daemon first: it would read the jobs while the next ones are put aside.
measure('end, alone', asInstalled('Stop', withSocket), stop, [1.15, 2.5])
rmSync(join(data, 'spool'), { recursive: true })
const daemon = spawn(node, [main, 'daemon', 'run'], { env, stdio: 'ignore' })
while (!existsSync(join(data, 'daemon.json'))) await wait(20)
measure('hint', asInstalled('UserPromptSubmit', withSocket), asked, [1.15, 2.5])
measure('end', asInstalled('Stop', withSocket), stop, [1.15, 2.5])
measure('hint, no curl', asInstalled('UserPromptSubmit', without), asked, [1.15, 2.5])
daemon.kill('SIGTERM')
await new Promise((resolve) => daemon.on('exit', resolve))
// As a person has it: what ended is left to the daemon that is about to come.
configure(60_000, 'on')
// The first prompt has a snapshot made, from which the others start.
writeFileSync(join(data, 'daemon.tried'), '')
run('sh', ['-c', asInstalled('UserPromptSubmit', withSocket)], prompt)
const kept = join(data, 'snapshot')
while (!existsSync(kept) || !readdirSync(kept).some((name) => name.endsWith('.blob'))) await wait(100)
measure('hint, alone', asInstalled('UserPromptSubmit', withSocket), asked, [2.5, 5])
for (const folder of [home, work]) rmSync(folder, { recursive: true })

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
