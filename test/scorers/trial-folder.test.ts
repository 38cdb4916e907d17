import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { sweepTrials } from '../../src/scorers/trial-folder.ts'
import { scratch } from '../scratch.ts'
import { OBEDIENT, repository, scorerOf, taskOf, trialFolders } from './agent-trial.ts'

const { signal } = new AbortController()
const stateOf = ({ git }: ReturnType<typeof repository>) => [
  git('for-each-ref'),
  git('worktree', 'list'),
  git('status', '--short'),
  git('config', '--list', '--local'),
]
/** Whether a process runs; one that ended and was not collected by its parent does not. */
const runs = (pid: number): boolean =>
  !/^(?:Z|$)/.test(spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' }).stdout.trim())

it('leaves no folder, no worktree and no branch, whatever the agent does with git', async () => {
  const there = repository()
  const before = stateOf(there)
  const does =
    'git checkout -qb mine; git -c user.name=A -c user.email=a@b commit -q --allow-empty -m x; git tag v9; git branch -D main'
  const { folder, scorer } = await scorerOf(
    `${does}; git push --all origin 2> $here/push; git branch > $here/branches; echo end`,
  )
  await scorer.try('text', taskOf({ repository: there }), 0, signal)
  expect(readFileSync(join(folder, 'branches'), 'utf8')).toBe('* mine\n')
  expect(readFileSync(join(folder, 'push'), 'utf8')).toContain("'origin' does not appear to be a git repository")
  expect(stateOf(there)).toEqual(before)
  expect(existsSync(join(there.path, 'hook-ran'))).toBe(false)
  expect(trialFolders().filter((name) => ownerOf(name) === process.pid)).toEqual([])
})

it('ends what the agent left running, also outside its process group', async () => {
  const { folder, scorer } = await scorerOf('setsid sleep 60 & echo $! > $here/pid; echo end')
  await scorer.try(undefined, taskOf(), 0, signal)
  const pid = Number(readFileSync(join(folder, 'pid'), 'utf8'))
  await expect.poll(() => runs(pid)).toBe(false)
})

it('removes at the next start what a killed run left, and ends its agent', async () => {
  const there = repository()
  const [before, folder] = [stateOf(there), scratch()]
  const killed = startElsewhere(`echo $$ > ${folder}/pid; sleep 60; true`, there)
  await expect.poll(() => existsSync(join(folder, 'pid')), { timeout: 20_000 }).toBe(true)
  const pid = Number(readFileSync(join(folder, 'pid'), 'utf8'))
  const left = trialFolders().filter((name) => ownerOf(name) === killed.pid)
  expect(left).toHaveLength(1)
  await sweepTrials()
  expect(existsSync(join(tmpdir(), left[0]!))).toBe(true)
  await ended(killed)
  expect(runs(pid)).toBe(true)
  await scorerOf(OBEDIENT)
  expect(existsSync(join(tmpdir(), left[0]!))).toBe(false)
  await expect.poll(() => runs(pid)).toBe(false)
  expect(stateOf(there)).toEqual(before)
})

it('leaves folders alone that are being made', async () => {
  const folder = join(tmpdir(), `wayland-trial-fresh-${process.pid}`)
  mkdirSync(folder)
  await sweepTrials()
  expect(existsSync(folder)).toBe(true)
  writeFileSync(join(folder, 'owner.json'), '{"pid":999999999}')
  await sweepTrials()
  expect(existsSync(folder)).toBe(false)
})

const ownerOf = (name: string): number | undefined => {
  const file = join(tmpdir(), name, 'owner.json')
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as { pid: number }).pid : undefined
}

/** A process that tries a task with an agent. */
function startElsewhere(script: string, repository: object): ChildProcess {
  const file = join(scratch(), 'elsewhere.mts')
  const options = {
    ...{
      name: 'it',
      label: 'It',
      program: '/bin/sh',
      model: null,
      words: ['-c', script],
      ownSkills: [],
      timeoutMs: 60_000,
    },
    ...{ skill: { name: 's', description: 's' }, projectSkills: ['.agents/skills'], env: { PATH: process.env.PATH } },
  }
  const scorer = JSON.stringify(join(import.meta.dirname, '../../src/scorers/agent.ts'))
  writeFileSync(
    file,
    `import { openAgentScorer } from ${scorer}
const scorer = await openAgentScorer({ ...${JSON.stringify(options)}, task: { words: () => [], read: () => ({}) } })
await scorer.try('text', ${JSON.stringify({ ...taskOf(), repository })}, 0, new AbortController().signal)`,
  )
  return spawn(process.execPath, ['--import', import.meta.resolve('tsx'), file], { stdio: 'ignore' })
}

async function ended(child: ChildProcess): Promise<void> {
  const gone = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGKILL')
  await gone
}
