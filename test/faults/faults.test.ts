import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { clockBack } from './clock.ts'
import { crowd } from './crowd.ts'
import { DAMAGES, damaged, fromTheFuture } from './databases.ts'
import { scratchFolder } from './home.ts'
import { referenceOf } from './judge.ts'
import type { Scenario } from './scenario.ts'
import { SCENARIOS } from './scenarios.ts'
import { compileShim, ERRORS } from './shim.ts'
import { Actor, strikeDead, struck, targetOf } from './strike.ts'

const folder = scratchFolder()
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const library = compileShim(folder)

let roots = 0

/** Calls from one error to the next: an odd number, so that both kinds of errors come. */
const APART = 131

/** One of each family. */
const KILLED = [
  'update',
  'draft from several streaks',
  'restore',
  'restore the files of an edit in the archive',
  'promote with copies',
  'revoke with an edited copy',
  'install in two files',
  'restore a backup',
  'review a session by files',
] as const
const FAILING = [
  'draft',
  'promote',
  'archive after an edit',
  'accept with copies',
  'uninstall through a link',
  'drain the spool',
  'drain what hooks have left',
  'restore the version beside an edit in the archive',
  'try again what was put aside',
  'backup',
] as const

function scenarioOf(name: string): Scenario {
  const scenario = SCENARIOS.find((one) => one.name === name)
  if (scenario === undefined) throw new Error(`there is no scenario ${name}`)
  return scenario
}

const rootOf = (name: string): string => join(folder, `${++roots}-${name.replaceAll(' ', '-')}`)

describe.skipIf(library === undefined)('a home that is struck at a write', () => {
  it.each(KILLED.map((name, i) => [name, i % 2 === 0 ? 0.35 : 0.7] as const))(
    'comes through a kill during %s, %d of the way',
    async (name, share) => {
      const { target, actor, calls } = await targetOf(scenarioOf(name), { folder: rootOf(name), library })
      expect((await strikeDead(target, { kind: 'kill', at: Math.ceil(calls * share) }, actor)).broken).toEqual([])
    },
  )

  // One process for all: its start costs more than the errors do.
  let living: Actor | undefined
  afterAll(async () => await living?.kill())

  it.each([...FAILING])('comes through errors during %s', async (name) => {
    living ??= new Actor({ folder, library })
    const { target, actor, calls } = await targetOf(scenarioOf(name), { folder: rootOf(name), library }, living)
    for (let at = 3; at <= calls; at += APART) {
      const error = ERRORS[at % ERRORS.length] ?? 'EIO'
      expect((await struck(target, { kind: at % 2 === 0 ? 'once' : 'from', at, error }, actor)).broken).toEqual([])
    }
  })
})

it.each(['update', 'accept', 'rollback'])('%s comes to the same when the clock went back', async (name) => {
  const [scenario, root] = [scenarioOf(name), rootOf(name)]
  expect(await clockBack(scenario, await referenceOf(scenario, root), join(root, 'clock'))).toEqual([])
})

it.each(DAMAGES.slice(0, 8))('goes on after the database became $name, and keeps what was there', async (damage) => {
  expect(await damaged(damage, join(folder, damage.name.replaceAll(' ', '-')))).toEqual([])
})

it('leaves a database of the future as it is', async () => {
  expect(await fromTheFuture(join(folder, 'future'))).toEqual([])
})

it('loses and doubles nothing when processes do everything at once on one home', async () => {
  const requests = ['review the changes on the branch', 'add unit tests for the parser module']
  const { broken } = await crowd({ root: join(folder, 'crowd'), members: 3, operations: 40, seed: 7, requests })
  expect(broken).toEqual([])
})
