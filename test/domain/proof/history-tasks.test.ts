import { describe, expect, it } from 'vitest'
import { historyTasks, type RecordedTurn } from '../../../src/domain/proof/history-tasks.ts'
import type { TurnTrajectory } from '../../../src/domain/turn.ts'

const turn = (id: string, more: Partial<TurnTrajectory> = {}): RecordedTurn => ({
  id,
  trajectory: {
    ...{ userInput: 'review the branch', outcome: 'success', summary: '', timestamp: new Date(5_000), sessionId: id },
    toolCalls: [{ name: 'Bash', input: { command: `git diff ${id}` }, ok: true }],
    ...more,
  },
})

describe('tasks of a history', () => {
  it('are successful turns with calls, the earliest first, with the calls that did not fail', () => {
    const calls = [
      { name: 'Bash', input: { command: 'npm test' }, ok: false },
      { name: 'Bash', input: { command: 'npm test' }, ok: true },
      { name: 'think', input: 'about it', ok: null },
    ]
    const tasks = historyTasks([
      turn('late', { timestamp: new Date(9_000), toolCalls: calls }),
      turn('early'),
      turn('failed', { outcome: 'failure' }),
      turn('silent', { toolCalls: [] }),
    ])
    expect(tasks.map(({ id, at }) => [id, at])).toEqual([
      ['early', 5],
      ['late', 9],
    ])
    expect(tasks[1]).toMatchObject({
      ...{ prompt: 'review the branch', check: 'npm test' },
      run: [
        { tool: 'Bash', input: { command: 'npm test' } },
        { tool: 'think', input: { input: 'about it' } },
      ],
    })
    expect(tasks[0]).not.toHaveProperty('check')
  })

  it('are one family where they are of one session, or did the same', () => {
    const same = [{ name: 'Bash', input: { command: 'git diff' }, ok: true }]
    const tasks = historyTasks([
      turn('a', { sessionId: 's' }),
      turn('b', { sessionId: 's' }),
      turn('c', { toolCalls: same }),
      turn('d', { toolCalls: same }),
      turn('e'),
    ])
    const families = tasks.map(({ family }) => family)
    expect(families[0]).toBe(families[1])
    expect(families[2]).toBe(families[3])
    expect(new Set(families).size).toBe(3)
  })
})
