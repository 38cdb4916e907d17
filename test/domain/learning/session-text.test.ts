import { expect, test } from 'vitest'
import { sessionText } from '../../../src/domain/learning/session-text.ts'
import { MIGRATION } from './session.ts'

test('calls that only plan are left out, and the others keep their ids', () => {
  const [turn] = MIGRATION.turns
  const { trajectory } = turn!
  const calls = trajectory.toolCalls ?? []
  const plan = { name: 'TodoWrite', input: { todos: [{ content: 'look at the schema' }] }, ok: true }
  const planned = { ...turn!, trajectory: { ...trajectory, toolCalls: [plan, ...calls] } }
  const { text } = sessionText({ ...MIGRATION, turns: [planned] })
  expect(text).not.toContain('TodoWrite')
  expect(text).not.toMatch(/^c1 /m)
  for (const [i, { name }] of calls.entries()) expect(text).toMatch(new RegExp(`^c${i + 2} \\w.* ${name} `, 'm'))
})
