import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs, promisify } from 'node:util'
import { AgentHome, removeHomes } from './agent-home.ts'
import { driverOf } from './drivers/drivers.ts'
import { type Installed, installed } from './installation.ts'
import { type AgentProgram, PROGRAMS } from './programs.ts'

/**
 * Real agent programs are fired by a daemon before a scripted model: a run that does its work, and one whose model never
 * answers.
 */
const { values } = parseArgs({ options: { agent: { type: 'string' } } })

/** What a person allows the agent, in its own words; codex has it in its settings, and pi asks nobody. */
const ALLOWED: Readonly<Record<string, string>> = {
  'claude-code': '--allowedTools Bash',
  codex: '',
  gemini: '--approval-mode yolo',
  pi: '',
}
const MAIN = join(import.meta.dirname, '..', '..', 'dist', 'cli', 'main.js')
const SKILL = `---\nname: dispatch\ndescription: Writes a word.\n---\n\nWrite the word $ARGUMENTS into a file.\n`
/** Longest wait for the end of a run, in ms. */
const END_MS = 120_000

async function main(): Promise<void> {
  try {
    for (const program of chosen()) {
      const faults = await fire(await installed(program))
      console.log(`${program.agent} ${program.version}: ${faults.length === 0 ? 'ok' : faults.join('; ')}`)
      if (faults.length > 0) process.exitCode = 1
    }
  } finally {
    removeHomes()
  }
}

async function fire(ready: Installed): Promise<readonly string[]> {
  const { agent } = ready.program
  const home = new AgentHome(ready, driverOf(agent), MAIN)
  await home.open(false)
  const { NODE_OPTIONS: _, ...env } = home.env
  const cli = async (...words: readonly string[]): Promise<string> =>
    (await promisify(execFile)(process.execPath, [MAIN, ...words], { env, cwd: home.work })).stdout
  const skill = join(home.home, '.config', 'wayland-core', 'skills', 'dispatch')
  mkdirSync(skill, { recursive: true })
  writeFileSync(join(skill, 'SKILL.md'), SKILL)
  let asked = ''
  home.model.play({
    marks: ['Write the word PELICAN'],
    steps: [
      ({ text }) => {
        asked = text
        return { kind: 'shell', command: 'echo PELICAN > word.txt' }
      },
    ],
  })
  const add = async (word: string, timeout: string) => {
    const words = [
      '--in',
      '1s',
      '--args',
      word,
      '--engine',
      agent,
      '--timeout',
      timeout,
      `--agent-words=${ALLOWED[agent]}`,
    ]
    return (JSON.parse(await cli('schedule', 'add', 'dispatch', ...words, '--json')) as { id: string }).id
  }
  const daemon = spawn(process.execPath, [MAIN, 'daemon', 'run'], { env, cwd: home.work, stdio: 'ignore' })
  try {
    const good = await ended(await add('PELICAN', '90'), cli)
    home.model.play({ marks: ['Write the word SILENCE'], steps: [{ kind: 'silence' }] })
    const silent = await ended(await add('SILENCE', '20'), cli)
    const rendered = (await cli('run', 'dispatch', 'PELICAN')).split('\n\n').at(-1)?.trim() ?? ''
    const checks = {
      [`the good run is ${good.state} (${good.reason})`]: good.state === 'done',
      'the good run wrote nothing': existsSync(join(home.work, 'word.txt')),
      'the model did not get the text': rendered !== '' && asked.includes(JSON.stringify(rendered).slice(1, -1)),
      [`the silent run is ${silent.last?.state}`]: silent.last?.state === 'timed_out',
      'a turn of a run was recorded as a person’s': !(await cli('explain')).includes('Write the word'),
    }
    return Object.entries(checks).flatMap(([what, isGood]) => (isGood ? [] : [what]))
  } finally {
    daemon.kill()
    await once(daemon, 'exit')
    await home.close()
  }
}

interface Shown {
  readonly state: string
  readonly reason: string | null
  readonly last: { readonly state: string } | null
}

async function ended(id: string, cli: (...words: readonly string[]) => Promise<string>): Promise<Shown> {
  for (let waited = 0; ; waited += 1_000) {
    const shown = JSON.parse(await cli('schedule', 'show', id, '--json')) as Shown
    if (shown.state !== 'active' || waited > END_MS) return shown
    await wait(1_000)
  }
}

const chosen = (): readonly AgentProgram[] =>
  (values.agent?.split(',') ?? Object.keys(ALLOWED)).flatMap((agent) =>
    PROGRAMS.filter((one) => one.agent === agent && one.newerNode !== true).slice(-1),
  )

await main()
