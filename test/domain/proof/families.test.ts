import { describe, expect, it } from 'vitest'
import { detectableWords, worthWords } from '../../../src/domain/proof/bench-words.ts'
import { byContent } from '../../../src/domain/proof/history-tasks.ts'
import type { TaskSamples } from '../../../src/domain/proof/sample.ts'
import { smallestEffect } from '../../../src/domain/proof/smallest-effect.ts'
import type { ProofTask } from '../../../src/domain/proof/task.ts'
import { judge } from '../../../src/domain/proof/worth.ts'

const task = (id: string, more: Partial<ProofTask> = {}): ProofTask => ({
  ...{ id, family: id, prompt: 'Add a page that lists the orders of a customer, with a test.', check: 'npm test' },
  ...more,
})
const count = (tasks: readonly ProofTask[]) => new Set(tasks.map(({ family }) => family)).size

describe('families of tasks', () => {
  it('are told by content: one task under twenty ids is one', () => {
    const copies = Array.from({ length: 20 }, (_, i) => task(`t${i}`))
    expect(count(byContent(copies, 'request'))).toBe(1)
  })

  it.each([
    ['other capitals, marks and blanks', 'add  a page that lists the ORDERS of a customer - with a test'],
    ['words of courtesy', 'Please add a page that lists the orders of a customer, with a test, thanks!'],
  ])('are the same with %s', (_, prompt) => {
    expect(count(byContent([task('a'), task('b', { prompt })], 'request'))).toBe(1)
  })

  it.each([
    ['asks for another thing', { prompt: 'Add a page that lists the invoices of a supplier, with a test.' }],
    ['begins at another commit', { repository: { path: '/r', commit: 'b' } }],
    ['is set up otherwise', { setup: 'touch empty' }],
  ])('are two where one %s', (_, more) => {
    expect(count(byContent([task('a'), task('b', more)], 'request'))).toBe(2)
  })

  it('stay one where a person says so, and join what a copy of either is', () => {
    const tasks = [
      task('a', { family: 'f' }),
      task('b', { family: 'f', prompt: 'Remove the old printer.' }),
      task('c', { prompt: 'remove the old printer' }),
    ]
    expect(count(byContent(tasks, 'request'))).toBe(1)
  })

  it('are told by what was done, where that alone is compared', () => {
    const did = (command: string) => ({ run: [{ tool: 'Bash', input: { command } }] })
    const tasks = [task('a', did('git diff')), task('b', did('git diff')), task('c', did('git log')), task('d')]
    expect(byContent(tasks, 'run').map(({ family }) => family)).toEqual(['a', 'a', 'c', 'd'])
  })
})

describe('the words about a comparison', () => {
  const samples = (passed: number, of: number): readonly TaskSamples[] =>
    Array.from({ length: of }, (_, i) => ({
      ...{ task: `t${i}`, family: `f${i}` },
      samples: [
        { score: Number(i < passed), timedOut: false, activated: null, toolCalls: null, tokens: 'unknown', ms: 0 },
      ],
    }))
  const words = (before: number, after: number, of = 20) =>
    worthWords({
      ...{ judged: judge(samples(before, of), samples(after, of)), against: 'none', skill: 'notes', version: '0.1.0' },
    })

  it('say how many families the tasks are before anything is tried', () => {
    expect(detectableWords({ ...smallestEffect(1, 1), tasks: 20 })).toMatch(/^20 tasks are 1 family by their content/)
    expect(detectableWords({ ...smallestEffect(8, 1), tasks: 8 })).toMatch(/^8 families of tasks, 1 try each/)
  })

  it('say that a harm cannot be told from none, and how many tasks would tell', () => {
    expect(words(5, 0)).toBe(
      'notes 0.1.0 did worse than no skill, 0 of 20 against 5 of 20: not enough to say whether it harms. About 23 families of tasks would tell: give more.',
    )
    expect(words(6, 0)).toContain('loses')
    expect(words(0, 2)).toContain('No gain over no skill is shown')
  })
})
