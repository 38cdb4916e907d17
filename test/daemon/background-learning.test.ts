import { expect, it } from 'vitest'
import type { SkillLoop } from '../../src/app/skill-loop.ts'
import { openSpool } from '../../src/daemon/spool.ts'
import { backgroundLearning, startWorker } from '../../src/daemon/worker.ts'
import type { LearnReport } from '../../src/service/learning/learn-report.ts'
import { PROPOSED } from '../domain/learning/session.ts'
import { type Script, scriptedModel } from '../model/scripted-model.ts'
import { scratch } from '../scratch.ts'
import { Home } from '../service/home.ts'
import { create, NOTHING, proposing, record } from '../service/learning-home.ts'

const HANDOFF = { 'model.provider': 'handoff' } as const

/** A worker over a home with a model, without events; it ends with `stop`. */
async function working(script: Script, settings: Readonly<Record<string, string | number>> = HANDOFF) {
  const at = new Home()
  const model = scriptedModel(script)
  const loop = await at.open({ languageModel: model, settings })
  const told: LearnReport[] = []
  const faults: unknown[] = []
  const start = () => {
    const learning = backgroundLearning(loop, (report) => told.push(report))
    const spool = openSpool(scratch(), process.pid, () => false)
    const onFault = (error: unknown) => faults.push(error)
    return startWorker(loop, spool, { stands: () => true, onFault, learning, firstMs: 0 })
  }
  return { at, loop, model, told, faults, start }
}

const names = async (loop: SkillLoop) => (await loop.review.skills()).map(({ name }) => name)

it('reviews the sessions that are due, one at a time, and tells what it did', async () => {
  const { at, loop, model, told, faults, start } = await working(proposing(create(PROPOSED)))
  await record(at, loop, 's1')
  await record(at, loop, 's2', ' please')
  const worker = start()
  await expect.poll(() => told.length, { timeout: 20_000 }).toBe(2)
  await worker.stop()
  expect(told).toMatchObject([{ reviewed: 1 }, { reviewed: 1 }])
  expect(await names(loop)).toEqual(['prisma-schema-change'])
  expect(model.asked.filter(({ purpose }) => purpose === 'extract')).toHaveLength(2)
  expect(faults).toEqual([])
}, 30_000)

it.each([
  ['no model', {}],
  ['background off', { ...HANDOFF, 'model.background': 'off' }],
])('asks nothing with %s', async (_, settings) => {
  const { loop } = await working(proposing(NOTHING), settings)
  expect(backgroundLearning(loop, () => {})).toBeUndefined()
})

it('stops at once while a model is silent, and takes the review up again later', async () => {
  let isSilent = true
  const { at, loop, model, told, start } = await working(async (question, n) => {
    if (isSilent) await new Promise(() => {})
    return await proposing(NOTHING)(question, n)
  })
  const ask = model.ask
  // As every provider does: it ends with its signal.
  model.ask = async (question, signal) =>
    await Promise.race([
      ask(question, signal),
      new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    ])
  await record(at, loop)
  const worker = start()
  await expect.poll(() => model.asked.length, { timeout: 20_000 }).toBe(1)
  await worker.stop()
  isSilent = false
  const again = start()
  await expect.poll(() => told.at(-1)?.reviewed, { timeout: 20_000 }).toBe(1)
  await again.stop()
  expect(model.asked).toHaveLength(2)
}, 30_000)

it('asks nothing past the budget, and rests for an hour', async () => {
  const { at, loop, model } = await working(proposing(NOTHING), { ...HANDOFF, 'model.dailyTokens': 10 })
  await record(at, loop)
  const learning = backgroundLearning(loop, () => {})
  expect(await learning?.(new AbortController().signal)).toBe(3_600_000)
  expect(model.asked).toEqual([])
})
