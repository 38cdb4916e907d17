import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { seededRandom } from '../../src/domain/bandit.ts'
import { times } from '../long.ts'
import { Home } from './command-line.ts'

interface Said {
  readonly skills: readonly { readonly status: string }[]
  readonly disagreements: readonly { readonly what: string }[]
}

const governed = async (home: Home) => {
  const { skills } = (await home.run(['--skills-govern', '--json'])).json<Said>()
  const { disagreements } = (await home.run(['check', '--json'])).json<Said>()
  return { statuses: skills.map(({ status }) => status), agrees: disagreements.every(({ what }) => what !== 'ledger') }
}

/** A home whose skill was active when it was backed up, and is archived now. */
async function archivedSince() {
  const home = new Home()
  const skill = await home.promoted()
  const file = join(home.root, 'all.backup')
  expect((await home.run(['backup', file, '--json'])).json()).toMatchObject({ file, left_out: [] })
  await home.run(['--skills-archive', skill])
  return { home, skill, file }
}

it('a restore over what is there wants --force, and over a daemon it is refused', async () => {
  const { home, file } = await archivedSince()
  const refused = await home.run(['restore', file])
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringMatching(/nothing was changed[\s\S]*--force/)])
  await home.run(['daemon', 'start'])
  const running = await home.run(['restore', file, '--force'])
  await home.run(['daemon', 'stop'])
  expect([running.code, running.stderr]).toEqual([3, expect.stringMatching(/daemon stop/)])
  expect(await governed(home)).toEqual({ statuses: ['archived'], agrees: true })
  const done = await home.run(['restore', file, '--force', '--json'])
  expect([done.code, done.json<{ kept: string[] }>().kept.every((path) => existsSync(path))]).toEqual([0, true])
  expect(await governed(home)).toEqual({ statuses: ['active'], agrees: true })
})

it('a backup while a daemon runs holds what it has taken in', async () => {
  const home = new Home()
  await home.draft()
  await home.run(['daemon', 'start'])
  const file = join(home.root, 'all.backup')
  const { code } = await home.run(['backup', file])
  await home.run(['daemon', 'stop'])
  const other = new Home()
  expect([code, (await other.run(['restore', file])).code]).toEqual([0, 0])
  expect(await governed(other)).toEqual({ statuses: ['staged'], agrees: true })
})

it('killed at one moment after the other, a backup is whole or not there, and a restore has been, or not', async () => {
  const { home, file } = await archivedSince()
  const random = seededRandom(7)
  const seen = new Set<string>()
  for (let round = 0; round < times(4, 60); round++) {
    const target = join(home.root, `${round}.backup`)
    const writing = home.start(['backup', target])
    const restoring = new Promise((resolve) => writing.once('exit', resolve))
    await wait(150 + random() * 500)
    writing.kill('SIGKILL')
    await restoring
    const other = new Home()
    if (existsSync(target)) expect((await other.run(['restore', target])).code).toBe(0)

    const child = home.start(['restore', file, '--force'])
    const ended = new Promise((resolve) => child.once('exit', resolve))
    await wait(150 + random() * 500)
    child.kill('SIGKILL')
    await ended
    const { statuses, agrees } = await governed(home)
    expect([['archived'], ['active']]).toContainEqual(statuses)
    expect(agrees).toBe(true)
    seen.add(statuses.join())
    await home.run(['--skills-archive', 'auto-branch-changes-review'])
  }
  await home.run(['restore', file, '--force'])
  expect(readdirSync(home.data).filter((name) => name.startsWith('.restore~'))).toEqual([])
}, 600_000)
