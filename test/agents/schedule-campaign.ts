import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { AgentHome, removeHomes } from './agent-home.ts'
import { BuiltProgram } from './built-program.ts'
import { driverOf } from './drivers/drivers.ts'
import { type Installed, installed } from './installation.ts'
import { type AgentProgram, PROGRAMS } from './programs.ts'
import { recordedIn } from './records.ts'
import { CELLS, type Cell, MADE } from './schedule-cells.ts'

/**
 * Real agent programs, with our hooks in them, are fired by a daemon before a scripted model: a run for each way in which a
 * fire can end. Its state, its message and the turn that it becomes are looked at.
 */
const { values } = parseArgs({
  options: { agent: { type: 'string' }, version: { type: 'string' }, only: { type: 'string' } },
})

/** What a person allows the agent, in its own words; codex has it in its settings, and pi and OpenCode ask nobody. */
const ALLOWED: Readonly<Record<string, string>> = {
  'claude-code': '--allowedTools Bash',
  codex: '',
  gemini: '--approval-mode yolo',
  qwen: '--approval-mode yolo',
  opencode: '',
  pi: '',
}
/** What a person gives the agent who wants to be asked. */
const ASKED: Readonly<Record<string, string>> = {
  gemini: '--allowed-tools "run_shell_command(git)"',
}
const SKILL = `---\nname: dispatch\ndescription: Writes a word.\n---\n\nWrite the word $ARGUMENTS into a file.\n`
/** It prints nothing of a call that was not allowed, so that such a run cannot be told from one that did its work. */
const HIDES_DENIALS = new Set(['codex'])
/** Longest wait for the end of a run beyond its own time, in ms. */
const END_MS = 60_000
/** Without an agent. */
const BARE_PATH = `${dirname(process.execPath)}:/usr/bin:/bin`

async function main(): Promise<void> {
  const built = new BuiltProgram()
  try {
    for (const program of chosen()) {
      const faults = await fireAll(await installed(program), built.main)
      console.log(`${program.agent} ${program.version}: ${faults.length === 0 ? 'ok' : faults.join('; ')}`)
      if (faults.length > 0) process.exitCode = 1
    }
  } finally {
    removeHomes()
    built.remove()
  }
}

async function fireAll(ready: Installed, main: string): Promise<readonly string[]> {
  const { agent } = ready.program
  const home = new AgentHome(ready, driverOf(agent), main)
  await home.open(false)
  await home.json(['install', agent])
  home.driver.trust?.(home.where)
  const skill = join(home.home, '.config', 'wayland-core', 'skills', 'dispatch')
  mkdirSync(skill, { recursive: true })
  writeFileSync(join(skill, 'SKILL.md'), SKILL)
  const faults: string[] = []
  const expect = (is: boolean, what: string) => is || faults.push(what)
  try {
    for (const cell of CELLS) {
      if (values.only !== undefined && values.only !== cell.word) continue
      if (cell.isAsked === true && (home.driver.asksNobody !== undefined || HIDES_DENIALS.has(agent))) continue
      const { shown, asked } = await fire(cell, home)
      const { state, why } = shown.last ?? { state: 'never fired', why: '' }
      console.log(`  ${cell.word.padEnd(8)} ${state}${why === null ? '' : `: ${why}`}`)
      expect(state === cell.state && cell.why.test(why ?? ''), `${cell.word} is ${state}: ${why}`)
      expect(shown.state === (cell.state === 'succeeded' ? 'done' : 'failed'), `the schedule is ${shown.state}`)
      if (cell.without !== undefined) continue
      const { stdout } = await home.wayland(['run', 'dispatch', cell.word])
      const rendered = JSON.stringify(stdout.split('\n\n').at(-1)?.trim() ?? '').slice(1, -1)
      // On a busy machine the time may be up before the agent asks its model.
      const isTooLate = cell.state === 'timed_out' && asked === ''
      expect(isTooLate || (rendered !== '' && asked.includes(rendered)), `${cell.word}: the model did not get the text`)
      expect(processesOf(shown.last?.id).length === 0, `${cell.word} left a process`)
      const turn = recordedIn(home.data).find(({ request }) => request === `/sched-dispatch ${cell.word}`)
      const outcome = cell.state === 'succeeded' ? 'success' : 'failure'
      expect(turn?.outcome === outcome, `the turn of ${cell.word} is ${turn?.outcome}`)
    }
    expect(existsSync(join(home.work, MADE)) || values.only !== undefined, 'the good run wrote nothing')
    if (home.driver.sessions !== undefined) await home.wayland(['import', agent])
    const others = recordedIn(home.data).filter(({ session }) => !session.startsWith('scheduled-'))
    expect(others.length === 0, `recorded as a person’s: ${others.map(({ request }) => request).join(', ')}`)
    return faults
  } finally {
    await home.close()
  }
}

/** One fire by a daemon of its own: what became of its schedule, and the request that the model had. */
async function fire(cell: Cell, home: AgentHome): Promise<{ readonly shown: Shown; readonly asked: string }> {
  const { agent } = home.driver
  const project = cell.without === 'project' ? join(home.home, 'gone') : home.work
  mkdirSync(project, { recursive: true })
  home.model.play({ marks: [`Write the word ${cell.word}`], steps: cell.steps })
  const { id } = await home.json<{ id: string }>([
    ...['schedule', 'add', 'dispatch', '--at', '+1s', cell.word, '--engine', agent, '--project', project],
    ...['--timeout', String(cell.timeout), `--agent-words=${(cell.isAsked === true ? ASKED : ALLOWED)[agent] ?? ''}`],
  ])
  if (cell.without === 'project') rmSync(project, { recursive: true })
  const { NODE_OPTIONS: _, ...env } = home.env
  const more = {
    ...(cell.without === 'agent' ? { PATH: BARE_PATH } : {}),
    ...home.driver.env(home.where, cell.isAsked === true ? 'asked' : 'allowed'),
  }
  const daemon = spawn(process.execPath, [home.main, 'daemon', 'run'], {
    ...{ env: { ...env, ...more }, cwd: home.work, stdio: 'ignore' },
  })
  try {
    return { shown: await endOf(id, home, cell), asked: home.model.requests[0]?.text ?? '' }
  } finally {
    await end(daemon)
  }
}

async function end(daemon: ChildProcess): Promise<void> {
  daemon.kill()
  if (daemon.exitCode === null && daemon.signalCode === null) await once(daemon, 'exit')
}

interface Shown {
  readonly state: string
  readonly reason: string | null
  readonly last: { readonly id: string; readonly state: string; readonly why: string | null } | null
}

async function endOf(id: string, home: AgentHome, { timeout }: Cell): Promise<Shown> {
  for (const last = Date.now() + timeout * 1_000 + END_MS; ; await wait(1_000)) {
    const shown = await home.json<Shown>(['schedule', 'show', id])
    if (shown.state !== 'active' || Date.now() > last) return shown
  }
}

/** Processes of a fire that go on (Linux). */
const processesOf = (fire = ''): readonly string[] =>
  readdirSync('/proc').filter((pid) => {
    try {
      return /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/environ`, 'utf8').includes(`WAYLAND_FIRE=${fire}`)
    } catch {
      return false
    }
  })

const chosen = (): readonly AgentProgram[] =>
  (values.agent?.split(',') ?? Object.keys(ALLOWED)).flatMap((agent) => {
    const all = PROGRAMS.filter((one) => one.agent === agent)
    return values.version === undefined
      ? all.filter(({ newerNode }) => newerNode !== true).slice(-1)
      : all.filter(({ version }) => version === values.version)
  })

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    removeHomes()
    process.exit(1)
  })
await main()
