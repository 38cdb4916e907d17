import { describe, expect, it } from 'vitest'
import { read } from '../engines/conformance.ts'

const chat = '{"messages":[{"role":"user","content":"hi"},{"role":"assistant","content":"Hello."}]}'
const pretty = JSON.stringify(JSON.parse(chat), null, 2).split('\n')

describe('JSON entries', () => {
  it('reads a document over many lines, and says so once when it is broken', () => {
    expect(read('openai-chat', pretty)).toMatchObject([{ kind: 'turn', turn: { userInput: 'hi', outcome: 'success' } }])
    expect(read('openai-chat', pretty.slice(0, -1))).toMatchObject([{ kind: 'error', line: 1 }])
    expect(read('openai-chat', ['{', '"a": 1', '}'])).toEqual([{ kind: 'skipped', reason: 'unknown_type', line: 1 }])
  })

  it('goes on line by line when only the first line is broken', () => {
    expect(read('openai-chat', ['{"messages":[{"ro', chat])).toMatchObject([
      { kind: 'error', line: 1, message: expect.stringMatching(/^not JSON: /) },
      { kind: 'turn', turn: { userInput: 'hi' } },
    ])
  })

  it('tells what is no JSON and what is no object, line by line', () => {
    expect(read('claude-code', ['{', '42', '[1]', '"a"', 'null', '{"silly":1}'])).toMatchObject([
      { kind: 'error', line: 1 },
      ...[2, 3, 4, 5].map((line) => ({ kind: 'skipped', reason: 'not_an_object', line })),
      { kind: 'skipped', reason: 'unknown_type', line: 6 },
    ])
  })
})
