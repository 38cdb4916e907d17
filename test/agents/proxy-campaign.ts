import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { AgentHome, removeHomes } from './agent-home.ts'
import { BuiltProgram } from './built-program.ts'
import { driverOf } from './drivers/drivers.ts'
import { type Installed, installed } from './installation.ts'
import { type AgentProgram, PROGRAMS } from './programs.ts'
import { endGroup } from './run-process.ts'
import { COUNT, LAST, REVIEW, REWORDED, SESSIONS } from './tasks.ts'

/**
 * Real agent programs with no hook, whose server of models is `wayland-core proxy` before a scripted one: three sessions
 * make a draft, the fourth is given it in each of its requests.
 */
const { values } = parseArgs({ options: { agent: { type: 'string' }, version: { type: 'string' } } })
const DIALECT_AGENTS = ['claude-code', 'codex', 'opencode', 'qwen', 'pi']

interface Skill {
  readonly name: string
  readonly status: string
}

async function main(): Promise<void> {
  const built = new BuiltProgram()
  try {
    for (const program of chosen()) {
      const ready = await installed(program)
      const faults = await driveOnce(ready, built.main)
      console.log(`${program.agent} ${program.version}: ${faults.length === 0 ? 'ok' : faults.join('; ')}`)
      if (faults.length > 0) process.exitCode = 1
    }
  } finally {
    removeHomes()
    built.remove()
  }
}

async function driveOnce(ready: Installed, file: string): Promise<string[]> {
  const home = new AgentHome(ready, driverOf(ready.program.agent), file)
  const faults: string[] = []
  let proxy: ChildProcess | undefined
  const front = async (one: AgentHome) => {
    proxy = spawn(process.execPath, [file, 'proxy', '--upstream', one.model.url, '--port', '0', '--json'], {
      env: { HOME: one.home, PATH: process.env.PATH ?? '' },
      cwd: one.home,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    proxy.stderr?.on('data', (bytes: Buffer) => {
      for (const line of bytes.toString().split('\n')) if (line.startsWith('Warning')) faults.push(line)
    })
    const [line] = (await once(createInterface(proxy.stdout!), 'line')) as [string]
    return (JSON.parse(line) as { url: string }).url
  }
  try {
    await home.open(false, front)
    for (const prompt of SESSIONS) {
      const { code, stderr } = await home.run({ prompt, steps: REVIEW })
      if (code !== 0) faults.push(`exit code ${code}: ${stderr.trim().slice(-200)}`)
    }
    await settled()
    const { skills } = await home.json<{ skills: readonly Skill[] }>(['skills'])
    if (skills.length !== 1 || skills[0]?.status !== 'staged') faults.push(`skills ${JSON.stringify(skills)}`)
    await home.run({ prompt: REWORDED, steps: REVIEW })
    const given = home.model.requests.map(
      ({ text }) => text.includes('git diff --stat main...HEAD') && text.includes(MARK),
    )
    if (given.length < REVIEW.length || given.includes(false))
      faults.push(`given in ${given.filter(Boolean).length} of ${given.length} requests`)
    await home.run({ prompt: LAST, steps: COUNT })
    if (home.model.requests.some(({ text }) => text.includes(MARK))) faults.push('given where it does not fit')
    await settled()
    const { turns } = await home.json<{ turns: number }>(['status'])
    if (turns !== SESSIONS.length + 2) faults.push(`${turns} turns recorded`)
    return faults
  } finally {
    if (proxy !== undefined) endGroup(proxy)
    await home.close()
  }
}

const MARK = '[wayland-core]'
/** What is learned follows the answer. */
const settled = () => new Promise((resolve) => setTimeout(resolve, 1_500))

const chosen = (): readonly AgentProgram[] =>
  PROGRAMS.filter(
    ({ agent, version }) =>
      (values.agent?.split(',') ?? DIALECT_AGENTS).includes(agent) &&
      (values.version?.split(',').includes(version) ?? true),
  )

await main()
