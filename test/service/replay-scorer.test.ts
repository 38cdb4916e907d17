import { expect, it } from 'vitest'
import type { ProofTask } from '../../src/domain/proof/task.ts'
import { openReplayScorer } from '../../src/service/proof/scorer.ts'

const task = (id: string, tool: string): ProofTask => ({ id, family: id, prompt: '', run: [{ tool, input: {} }] })
const tasks = [task('a', 'get_order'), task('b', 'cancel_order')]
const { signal } = new AbortController()

it('counts the mention of a tool that only another task used against the text', async () => {
  const scorer = openReplayScorer(tasks)
  const both = await scorer.try('Use get_order, then cancel_order.', tasks[0]!, 0, signal)
  const one = await scorer.try('Use get_order.', tasks[0]!, 0, signal)
  expect([one.score, both.score]).toEqual([1, expect.closeTo(2 / 3)])
  expect(both.note).toBe('names 100 % of the run, 50 % of what it names was done; added: CALL cancel_order')
})

it('is free, and gives no skill nothing', async () => {
  const scorer = openReplayScorer(tasks)
  const { score, tokens, timedOut } = await scorer.try(undefined, tasks[0]!, 0, signal)
  expect([scorer.isFree, score, tokens, timedOut]).toEqual([true, 0, { input: 0, output: 0 }, false])
})
