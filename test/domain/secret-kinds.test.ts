import { describe, expect, test } from 'vitest'
import { redactText, redactTurn } from '../../src/domain/redact.ts'
import type { TurnTrajectory } from '../../src/domain/turn.ts'
import { HARMLESS_STRINGS, SECRET_KINDS } from './secret-kinds.ts'

const turn = (given: Partial<TurnTrajectory>): TurnTrajectory => ({
  userInput: 'Run it',
  outcome: 'success',
  summary: '1 turn',
  timestamp: new Date(0),
  ...given,
})
const call = (given: object) => turn({ toolCalls: [{ name: 'Bash', ok: true, input: {}, ...given }] })

/** Where a turn holds text of a person, a tool or a file. */
const PLACES: Readonly<Record<string, (text: string) => TurnTrajectory>> = {
  request: (text) => turn({ userInput: text }),
  'request, within a sentence': (text) => turn({ userInput: `Please look:\n${text}\nand go on` }),
  command: (command) => call({ input: { command } }),
  'file that is written': (content) => call({ name: 'Write', input: { file_path: '/srv/a.txt', content } }),
  'error line': (error) => call({ ok: false, error }),
}

const plain = (text: string) => text.replace(/\u001b\[[0-9;]*m/g, '').replace(/\u200b/g, '')

describe.each(Object.entries(PLACES))('in a %s', (_, place) => {
  test.each(SECRET_KINDS)('$kind does not survive', ({ shown, secret }) => {
    const kept = plain(JSON.stringify(redactTurn(place(shown))))
    expect(kept).not.toContain(JSON.stringify(secret).slice(1, -1))
  })
})

test.each(SECRET_KINDS)('$kind: its harmless twin stays', ({ harmless }) => {
  expect(redactText(harmless)).toEqual({ text: harmless, found: 0 })
})

test.each(HARMLESS_STRINGS)('stays whole: %s', (text) => {
  expect(redactText(text)).toEqual({ text, found: 0 })
})
