import { describe, expect, it } from 'vitest'
import { described, read } from '../conformance.ts'
import { readerOf } from '../loaded.ts'

let lines = 0
const user = (content: unknown, rest: object = {}) => ({
  type: 'user',
  uuid: `u${++lines}`,
  sessionId: 's',
  message: { role: 'user', content },
  ...rest,
})
const assistant = (content: unknown, rest: object = {}, message: object = {}) => ({
  type: 'assistant',
  uuid: `a${++lines}`,
  message: { id: `m${lines}`, role: 'assistant', content, stop_reason: null, ...message },
  ...rest,
})
const text = (words: string) => assistant([{ type: 'text', text: words }])
const calls = (...ids: string[]) =>
  assistant(ids.map((id) => ({ type: 'tool_use', id, name: 'Bash', input: { command: 'npm test' } })))
const result = (id: string, content: string, failed = false) =>
  user([{ type: 'tool_result', tool_use_id: id, content, is_error: failed }])
const synthetic = (words: string, rest: object = {}) =>
  assistant([{ type: 'text', text: words }], rest, { model: '<synthetic>' })
const retry = { type: 'system', subtype: 'api_error', retryAttempt: 1, maxRetries: 10 }
const turns = (...entries: object[]) =>
  read(
    'claude-code',
    entries.map((entry) => JSON.stringify(entry)),
  ).flatMap((output) => (output.kind === 'turn' ? [described(output)] : []))
const outcomes = (...entries: object[]) => turns(...entries).map(([, , outcome]) => outcome)

describe('faults in a Claude Code session', () => {
  it('are a failure where no answer came after a fault of the API', () => {
    expect(outcomes(user('go'), retry)).toEqual(['failure'])
    expect(outcomes(user('go'), retry, text('Done.'))).toEqual(['success'])
    expect(outcomes(user('go'), retry, user('again'), text('Done.'))).toEqual(['failure', 'success'])
    // Older versions do not mark the message.
    expect(outcomes(user('go'), synthetic('API Error: 500'))).toEqual(['failure'])
    expect(outcomes(user('go'), text('Done.'), synthetic('No response requested.'))).toEqual(['success'])
  })

  it('are none where the user had interrupted', () => {
    const aborted = synthetic('API Error: Request was aborted.', { isApiErrorMessage: true })
    expect(outcomes(user('go'), text('Hm.'), user('[Request interrupted by user]'), aborted)).toEqual(['unknown'])
  })

  it('are not of a call that was called off because another had failed', () => {
    const off = '<tool_use_error>Sibling tool call errored</tool_use_error>'
    const both = [user('go'), calls('1', '2'), result('1', 'Exit code 1\nno', true), result('2', off, true)]
    expect(turns(...both, text('It fails.'))).toEqual([['go', 'Bash! Bash?', 'failure']])
    expect(outcomes(...both, calls('3'), result('3', 'ok'), text('Done.'))).toEqual(['success'])
  })

  it('are not of a line that stands there twice', () => {
    const call = calls('1')
    expect(turns(user('go'), call, call, result('1', 'ok'), text('Done.'))).toEqual([['go', 'Bash', 'success']])
  })

  it('are not read in a reminder that the program put into a result', () => {
    const reminder = '<system-reminder>\n3 failed the last time\n</system-reminder>'
    const piped = assistant([{ type: 'tool_use', id: '1', name: 'Bash', input: { command: 'npm test | tail' } }])
    expect(turns(user('go'), piped, result('1', `${reminder}all passed`), text('Done.'))).toEqual([
      ['go', 'Bash', 'success'],
    ])
  })

  it('reads an answer that is one text', () => {
    expect(outcomes(user('go'), assistant('Done.'))).toEqual(['success'])
  })

  it('keeps the identity of prompts of one submission, wherever a reading begins', () => {
    const all = ['1', '2', '3', '4', '5', '6', '7', '8'].flatMap((id) => [
      user(id, { uuid: id, promptId: 'p' }),
      text('Done.'),
    ])
    const ids = new Set<string | undefined>()
    let [from, context] = [0, {}]
    for (let to = 1; to <= all.length; to++) {
      const reader = readerOf('claude-code', 's', context)
      const outputs = all
        .slice(from, to)
        .flatMap((entry, i) => [...reader.push(JSON.stringify(entry), { line: from + i + 1, offset: 0 })])
      from = (reader.openAt()?.line ?? to + 1) - 1
      context = reader.context()
      for (const output of [...outputs, ...reader.end()])
        if (output.kind === 'turn') ids.add(`${output.turn.userInput} ${output.turn.promptId}`)
    }
    expect([...ids].sort()).toEqual(['1 p', '2 2', '3 3', '4 4', '5 5', '6 6', '7 7', '8 8'])
  })
})
