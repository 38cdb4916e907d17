import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import type { TaskSamples } from '../../src/domain/proof/sample.ts'
import type { ProofTask } from '../../src/domain/proof/task.ts'
import { AgentHome, removeHomes } from './agent-home.ts'
import { driverOf } from './drivers/drivers.ts'
import { type Installed, installed } from './installation.ts'
import { type AgentProgram, PROGRAMS } from './programs.ts'
import type { ProofPlan } from './proof-trials.ts'
import type { Asked, Scripted } from './script.ts'

/**
 * Real agent programs try a skill on tasks, with it and without it, before a scripted model that passes the check only where it
 * read the fact of the skill. The first run is killed in the middle; the second goes on from what was kept.
 */
const { values } = parseArgs({ options: { agent: { type: 'string' }, version: { type: 'string' } } })

/** What a person allows the agent, in its own words; codex has it in its settings, and pi and OpenCode ask nobody. */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  'claude-code': ['--allowedTools', 'Bash'],
  codex: [],
  gemini: ['--approval-mode', 'yolo'],
  qwen: ['--approval-mode', 'yolo'],
  opencode: [],
  pi: [],
}
const SKILL = { name: 'magic-word', description: 'How to write the magic word of this project.' }
const FACT = 'FLAMINGO'
const ARMS = [
  { name: 'none' },
  { name: 'skill', text: `The magic word is ${FACT}.` },
  { name: 'empty skill', text: 'Think of a good word.' },
]
const FILES = ['a', 'b', 'c', 'd']
const REPEATS = 2

async function main(): Promise<void> {
  try {
    for (const program of chosen()) {
      const faults = await driveOnce(await installed(program))
      console.log(`${program.agent} ${program.version}: ${faults.length === 0 ? 'ok' : faults.join('; ')}`)
      if (faults.length > 0) process.exitCode = 1
    }
  } finally {
    removeHomes()
  }
}

async function driveOnce(ready: Installed): Promise<readonly string[]> {
  const { agent } = ready.program
  const home = new AgentHome(ready, driverOf(agent), '')
  try {
    await home.open(false)
    home.model.play({ marks: ['write the magic word'], steps: stepsFor(home) })
    const before = stateOf(home)
    const plan: ProofPlan = {
      ...{
        agent,
        words: ALLOWED[agent] ?? [],
        skill: SKILL,
        database: join(home.root, 'proof.db'),
        lineage: 'l',
        seed: 1,
      },
      ...{ arms: ARMS as ProofPlan['arms'], tasks: tasksIn(home), repeats: REPEATS },
    }
    await runOf(plan, home, 3)
    const left = trialsIn(home).length
    const { arms, tries, known } = await runOf(plan, home)
    const planned = ARMS.length * FILES.length * REPEATS
    console.log(`  ${tries} tries after ${known} of a run that was killed, which left ${left} folder`)
    for (const [name, tasks] of Object.entries(arms)) console.log(`  ${name.padEnd(12)} ${armText(tasks)}`)
    const faults: string[] = []
    const expect = (is: boolean, what: string) => is || faults.push(what)
    expect(known >= 3 && tries + known === planned, `${known} known and ${tries} tries of ${planned}`)
    expect(left === 1, `the killed run left ${left} folders`)
    expect(trialsIn(home).length === 0, `left: ${trialsIn(home).join(', ')}`)
    expect(stateOf(home) === before, 'the repository of the person changed')
    expect(sum(arms.skill, ({ score }) => score) === FILES.length * REPEATS, 'the skill did not pass')
    expect(sum(arms.none, ({ score }) => score) === 0, 'it passed without the skill')
    expect(sum(arms['empty skill'], ({ score }) => score) === 0, 'it passed without the fact')
    expect(
      samples(arms.none).every(({ activated }) => activated === false),
      'loaded although there was none',
    )
    expect(
      samples(arms.skill).every(({ activated }) => activated === true),
      'the skill was not seen to be loaded',
    )
    expect(
      [...Object.values(arms)].every((arm) => samples(arm).every(({ tokens }) => tokens !== 'unknown')),
      'tokens unknown',
    )
    return faults
  } finally {
    await home.close()
  }
}

/** One run in a process of its own; killed with SIGKILL after so many tries, in the middle of the next. */
async function runOf(plan: ProofPlan, { env: { NODE_OPTIONS: _, ...env }, home }: AgentHome, killAfter?: number) {
  const file = join(import.meta.dirname, 'proof-trials.ts')
  const child = spawn(process.execPath, ['--import', import.meta.resolve('tsx'), file, JSON.stringify(plan)], {
    ...{ env, cwd: home, detached: true, stdio: ['ignore', 'pipe', 'inherit'] },
  })
  let last = '{}'
  for await (const line of createInterface(child.stdout!)) {
    last = line
    if ((JSON.parse(line) as { done?: number }).done === killAfter) setTimeout(() => kill(child), 700)
  }
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  return JSON.parse(last) as { arms: Record<string, readonly TaskSamples[]>; tries: number; known: number }
}

/** The process alone: its agents are in groups of their own. */
const kill = (child: ChildProcess) => child.kill('SIGKILL')

/** What the model does: it loads the skill where it is told of one, and writes the word that it read. */
function stepsFor({ driver }: AgentHome): readonly Scripted[] {
  const file = ({ text }: Asked) => /into (word-\w+\.txt)/.exec(text)?.[1] ?? 'word.txt'
  return [
    (asked) => {
      if (!asked.text.includes(SKILL.description))
        return { kind: 'shell', command: `sleep 1; echo guess > ${file(asked)}` }
      // Its tool for skills needs ripgrep, which it downloads.
      if (driver.agent === 'opencode') return { kind: 'shell', command: 'cat .opencode/skills/magic-word/SKILL.md' }
      const path = /[^\s"'`()<>\\]*magic-word\/SKILL\.md/.exec(asked.text)?.[0] ?? ''
      // Codex writes another word for the folder.
      const known = path.startsWith('/') ? path : '.agents/skills/magic-word/SKILL.md'
      return driver.skillTool?.(SKILL.name) ?? { kind: 'read', path: known }
    },
    (asked) =>
      asked.text.includes(FACT)
        ? { kind: 'shell', command: `sleep 1; echo ${FACT} > ${file(asked)}; git commit -qam word; git tag -f done` }
        : { kind: 'text', text: 'Done.' },
  ]
}

function tasksIn({ work }: AgentHome): readonly ProofTask[] {
  const commit = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: work, encoding: 'utf8' }).trim()
  return FILES.map((name) => ({
    ...{ id: name, family: name, prompt: `write the magic word into word-${name}.txt` },
    ...{ repository: { path: work, commit }, setup: 'test -f notes.md', check: `grep -q ${FACT} word-${name}.txt` },
  }))
}

/** Branches, tags, worktrees and changes of the person's repository. */
const stateOf = ({ work }: AgentHome): string =>
  ['for-each-ref', 'worktree list', 'status --short']
    .map((words) => execFileSync('git', words.split(' '), { cwd: work, encoding: 'utf8' }))
    .join()

const trialsIn = ({ root }: AgentHome): readonly string[] =>
  readdirSync(join(root, 'tmp')).filter((name) => name.startsWith('wayland-trial-'))

const samples = (tasks: readonly TaskSamples[] = []) => tasks.flatMap((task) => task.samples)
const sum = (tasks: readonly TaskSamples[] | undefined, of: (sample: TaskSamples['samples'][number]) => number) =>
  samples(tasks).reduce((all, sample) => all + of(sample), 0)

function armText(tasks: readonly TaskSamples[]): string {
  const count = samples(tasks).length
  const tokens = sum(tasks, (one) => (one.tokens === 'unknown' ? Number.NaN : one.tokens.input + one.tokens.output))
  return [
    `passed ${sum(tasks, ({ score }) => score)} of ${count}`,
    `loaded ${sum(tasks, ({ activated }) => Number(activated))}`,
    `${(sum(tasks, ({ toolCalls }) => toolCalls ?? 0) / count).toFixed(1)} calls`,
    `${Math.round(tokens / count)} tokens`,
    `${Math.round(sum(tasks, ({ ms }) => ms) / count)} ms`,
  ].join(', ')
}

function chosen(): readonly AgentProgram[] {
  const asked = values.agent?.split(',') ?? Object.keys(ALLOWED)
  return asked.flatMap((agent) => {
    const some = PROGRAMS.filter((one) => one.agent === agent && one.newerNode !== true)
    return some.filter((one, i) =>
      values.version === undefined ? i === some.length - 1 : one.version === values.version,
    )
  })
}

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    removeHomes()
    process.exit(1)
  })
await main()
