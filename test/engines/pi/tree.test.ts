import { describe, expect, it } from 'vitest'
import { read } from '../conformance.ts'

const session = (rest: object = {}) => ({
  type: 'session',
  id: 's',
  cwd: '/p',
  timestamp: '2026-02-01T00:00:00.000Z',
  ...rest,
})
const entry = (type: string, id: string, parentId: string | null, rest: object = {}) => ({
  type,
  id,
  parentId,
  timestamp: '2026-02-01T00:00:01.000Z',
  ...rest,
})
const said = (role: string, id: string, parentId: string | null, rest: object = {}) =>
  entry('message', id, parentId, {
    message: { role, content: [{ type: 'text', text: id }], stopReason: 'stop' },
    ...rest,
  })
const user = (id: string, parentId: string | null, rest: object = {}) => said('user', id, parentId, rest)
const answer = (id: string, parentId: string) => said('assistant', id, parentId)
const turns = (...entries: object[]) =>
  read(
    'pi',
    entries.map((line) => JSON.stringify(line)),
  ).flatMap((output) => (output.kind === 'turn' ? [output.turn] : []))
const outcomes = (...entries: object[]) =>
  turns(session(), ...entries).map(({ userInput, outcome }) => `${userInput} ${outcome}`)

describe('the tree of a pi session', () => {
  const two = [user('a', null), answer('a1', 'a'), user('b', 'a1'), answer('b1', 'b')]

  it('tells of a turn that was gone back behind, by whichever entry the new branch begins', () => {
    const expected = ['a success', 'b unknown', 'c success']
    expect(outcomes(...two, user('c', 'a1'), answer('c1', 'c'))).toEqual(expected)
    for (const type of ['branch_summary', 'model_change', 'thinking_level_change'])
      expect(outcomes(...two, entry(type, 'x', 'a1'), user('c', 'x'), answer('c1', 'c'))).toEqual(expected)
  })

  it('takes everything back when the user began anew', () => {
    expect(outcomes(...two, user('c', null), answer('c1', 'c'))).toEqual(['a unknown', 'b unknown', 'c success'])
  })

  it('takes a turn back whose last words were left behind, and none for what is no message', () => {
    const withCall = [
      user('a', null),
      said('assistant', 'a1', 'a'),
      said('toolResult', 'a2', 'a1'),
      answer('a3', 'a2'),
      entry('thinking_level_change', 'x', 'a3'),
    ]
    expect(outcomes(...withCall, user('b', 'a2'), answer('b1', 'b'))).toEqual(['a unknown', 'b success'])
    expect(outcomes(...withCall, user('b', 'a3'), answer('b1', 'b'))).toEqual(['a success', 'b success'])
  })

  it('gives a copy in a forked session to the session that it came from', () => {
    const forked = session({
      parentSession: '/home/u/.pi/agent/sessions/--p--/2026-01-01T00-00-00-000Z_parent-1.jsonl',
    })
    const old = { timestamp: '2026-01-01T00:00:00.000Z' }
    const found = turns(forked, user('a', null, old), answer('a1', 'a'), user('b', 'a1'), answer('b1', 'b'))
    expect(found.map(({ sessionId, promptId }) => [sessionId, promptId])).toEqual([
      ['parent-1', 'a'],
      ['s', 'b'],
    ])
  })
})
