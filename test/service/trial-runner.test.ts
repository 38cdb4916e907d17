import { expect, it, onTestFinished } from 'vitest'
import type { Sample } from '../../src/domain/proof/sample.ts'
import type { ProofTask } from '../../src/domain/proof/task.ts'
import type { Scorer } from '../../src/service/proof/scorer.ts'
import { createTrialRunner, type TrialPlan } from '../../src/service/proof/trial-runner.ts'
import { memoryStore } from '../store/sqlite/memory-store.ts'

const TASKS: readonly ProofTask[] = Array.from({ length: 5 }, (_, i) => ({
  id: `t${i}`,
  family: `f${i % 2}`,
  prompt: 'p',
}))
const PLAN: TrialPlan = {
  ...{ lineage: 'l', tasks: TASKS, repeats: 2, seed: 4 },
  arms: [
    { name: 'none', text: undefined },
    { name: 'skill', text: 'Do it so.' },
    { name: 'same', text: 'Do it so.' },
  ],
}
const ALL = 2 * TASKS.length * 2

/** A runner whose scorer gives 1 with a text and 0 without, and what it tried. */
async function runner() {
  const tried: string[] = []
  const store = memoryStore()
  onTestFinished(() => store[Symbol.asyncDispose]())
  const scorer: Scorer = {
    ...{ name: 'replay', isFree: true },
    async try(text, { id }, repeat): Promise<Sample> {
      tried.push(`${text === undefined ? 'none' : 'text'} ${id} ${repeat}`)
      const score = text === undefined ? 0 : 1
      return { score, timedOut: false, activated: null, toolCalls: null, tokens: 'unknown', ms: 1 }
    },
  }
  const clock = { now: () => new Date(1_000), newId: () => 'x' }
  return { tried, run: createTrialRunner({ store, scorer, clock }).run }
}

const signal = new AbortController().signal

it('tries every arm on every task as often as asked, arms in no order, and one text once', async () => {
  const { tried, run } = await runner()
  const { arms, ...counts } = await run(PLAN, { signal })
  expect(counts).toEqual({ tries: ALL, known: 0, left: 0 })
  expect(new Set(tried).size).toBe(ALL)
  const arm = tried.map((one) => one.split(' ')[0])
  expect(arm).not.toEqual(arm.toSorted())
  const scores = [...arms].map(([name, tasks]) => [name, tasks.map(({ samples }) => samples.map(({ score }) => score))])
  expect(scores).toEqual([
    ['none', TASKS.map(() => [0, 0])],
    ['skill', TASKS.map(() => [1, 1])],
    ['same', TASKS.map(() => [1, 1])],
  ])
  expect(arms.get('skill')?.map(({ task, family }) => [task, family])).toEqual(
    TASKS.map(({ id, family }) => [id, family]),
  )
})

it('goes on where it was ended, and gives the same as one run', async () => {
  const [whole, parts] = [await runner(), await runner()]
  const once = await whole.run(PLAN, { signal })
  expect(await parts.run(PLAN, { signal, tries: 7 })).toMatchObject({ tries: 7, known: 0, left: ALL - 7 })
  const rest = await parts.run(PLAN, { signal })
  expect(rest).toMatchObject({ tries: ALL - 7, known: 7, left: 0 })
  expect(rest.arms).toEqual(once.arms)
  expect(parts.tried.toSorted()).toEqual(whole.tried.toSorted())
})

it('ends where it is stopped, and keeps what was tried before', async () => {
  const { tried, run } = await runner()
  const stopping = new AbortController()
  const progress = (done: number) => {
    if (done === 3) stopping.abort()
  }
  expect(await run(PLAN, { signal: stopping.signal, progress })).toMatchObject({ tries: 3, known: 0, left: ALL - 3 })
  expect(tried).toHaveLength(3)
  expect(await run(PLAN, { signal })).toMatchObject({ tries: ALL - 3, known: 3, left: 0 })
})
