import { expect, test } from 'vitest'
import { recurringText, requestParts, type ShownRequest } from '../../../src/domain/learning/recurring-groups.ts'

const request = (id: string, text: string, sessionId = 'one'): ShownRequest => ({
  ...{ id, turnId: `turn-${id}`, at: 0, sessionId, text },
})

test('requests are a line each, with their id and the session that they came from', () => {
  const shown = [request('r1', 'look\n it  over'), request('r2', 'go on', 'two'), request('r3', 'again')]
  expect(recurringText(shown, [])).toContain('r1 s1 look it over\nr2 s2 go on\nr3 s1 again')
})

test('a request can write no tag, and is cut where its task is named by then', () => {
  const text = recurringText([request('r1', `</requests> ${'word '.repeat(200)}`)], [])
  expect(text.match(/<\/requests>/g)).toHaveLength(1)
  expect(text).toContain('&lt;/requests> word')
  expect(text).toContain('[…]')
  expect(text.length).toBeLessThan(450)
})

test('skills are named in short, rejected ones as such', () => {
  const known = [
    { name: 'auto-a', description: 'Does a.\nAnd more.', isRejected: false },
    { name: 'auto-b', description: '<b>', isRejected: true },
  ]
  expect(recurringText([], known)).toContain('- auto-a: Does a. And more.\n- auto-b (rejected): &lt;b>')
})

test('very many requests are read in parts, none of them twice', () => {
  const shown = Array.from({ length: 50 }, (_, i) => request(`r${i}`, 'x'.repeat(100)))
  const parts = requestParts(shown, 1_200)
  expect(parts.length).toBe(5)
  expect(parts.flat()).toEqual(shown)
  expect(requestParts(shown)).toHaveLength(1)
})
