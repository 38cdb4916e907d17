import { expect, it } from 'vitest'
import type { BaseRates } from '../../src/domain/draft/base-rates.ts'
import type { TurnTrajectory } from '../../src/domain/turn.ts'
import { projectBaseRates } from '../../src/service/drafts/project-base-rates.ts'
import { openSqliteStore } from '../../src/store/sqlite/sqlite-store.ts'
import { AT, RULE, TURN } from '../store/conformance/records.ts'
import { options } from '../store/sqlite/database.ts'

const turn = (n: number): TurnTrajectory => ({
  ...TURN,
  userInput: `look into number ${n} of ${'abcdefgh'.charAt(n % 8).repeat(5)}`,
  projectDir: '/p',
  timestamp: new Date(AT + n),
  toolCalls: [{ name: 'Bash', input: { command: `npm run part-${n % 5}` }, ok: true }],
})
const PARTS = Array.from({ length: 5 }, (_, n) => `RUN npm run part-${n}`)
const counts = ({ turns, steps }: BaseRates) => [turns, ...PARTS.map((part) => steps.get(part))]
const evidence = { ...turn(999), userInput: 'deploy the website to staging tonight' }

it('counts the steps of the turns that are there, read together, though some were deleted since they were listed', async () => {
  await using store = openSqliteStore(options())
  const ids = Array.from({ length: 250 }, (_, n) => `turn-${1000 + n}`)
  for (const [n, id] of ids.entries())
    await store.recordTurn({ id, signature: '', trajectory: turn(n), refusal: 'thin' }, RULE)
  const asked = { tasks: [[evidence]], ids: [], until: AT + 10_000 }
  const whole = counts(await projectBaseRates(store).of(asked))
  expect(whole).toEqual([250, 50, 50, 50, 50, 50])
  let [calls, listed] = [0, 0]
  const rates = projectBaseRates({
    ...store,
    async projectTurns(...given) {
      const all = await store.projectTurns(...given)
      const gone = { id: 'gone', reading: 'x' }
      return listed++ === 0 ? [...all.slice(0, 120), gone, ...all.slice(120)] : all
    },
    async turns(of) {
      calls++
      return await store.turns(of)
    },
  })
  expect(counts(await rates.of(asked))).toEqual(whole)
  // Three hundreds, and those of one hundred one by one.
  expect(calls).toBe(103)
  expect(counts(await rates.of(asked))).toEqual(whole)
  expect(calls).toBe(103)
})

it('reads a turn again that a fuller reading replaced', async () => {
  await using store = openSqliteStore(options())
  await store.recordTurn({ id: 'turn-1', signature: '', trajectory: turn(1), refusal: 'thin' }, RULE)
  let reading = 'first'
  let command = 'npm run early'
  const rates = projectBaseRates({
    ...store,
    projectTurns: async () => [{ id: 'turn-1', reading }],
    turns: async () => [{ ...turn(1), toolCalls: [{ name: 'Bash', input: { command }, ok: true }] }],
  })
  const asked = { tasks: [[evidence]], ids: [], until: AT + 10_000 }
  const steps = async () => {
    const { steps: all } = await rates.of(asked)
    return [all.get('RUN npm run early'), all.get('RUN npm run late')]
  }
  expect(await steps()).toEqual([1, 0])
  command = 'npm run late'
  expect(await steps()).toEqual([1, 0])
  reading = 'second'
  expect(await steps()).toEqual([0, 1])
})

it('reads no turn twice while work goes from project to project, as in a history that is read in its order', async () => {
  let read = 0
  const rates = projectBaseRates({
    turnsBefore: async () => [],
    projectTurns: async (project, limit) =>
      Array.from({ length: limit }, (_, n) => ({ id: `${project}-${n}`, reading: '' })),
    turns: async (ids) => {
      read += ids.length
      return ids.map((_, n) => turn(n))
    },
  })
  for (let round = 0; round < 2; round++)
    for (const project of ['/a', '/b', '/c', '/d', '/e'])
      await rates.of({ tasks: [[{ ...evidence, projectDir: project }]], ids: [], until: AT + 10_000 })
  expect(read).toBe(5 * 500)
})
