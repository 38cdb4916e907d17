import { describe, expect, it } from 'vitest'
import { read } from '../conformance.ts'

let id = 0
const message = (body: object, parentId = String(id)) => {
  id++
  return JSON.stringify({ type: 'message', id: String(id), parentId, timestamp: '2026-11-20T09:00:00Z', message: body })
}
const header = JSON.stringify({ type: 'session', id: 's', cwd: '/p', timestamp: '2026-11-20T08:00:00Z' })
const user = (text: string) => message({ role: 'user', content: [{ type: 'text', text }] })
const call = (callId: string) =>
  message({
    role: 'assistant',
    content: [{ type: 'toolCall', id: callId, name: 'bash', arguments: { command: 'ls' } }],
    stopReason: 'toolUse',
  })
const result = (toolCallId: string) =>
  message({ role: 'toolResult', toolCallId, toolName: 'bash', content: [{ type: 'text', text: 'ok' }], isError: false })
const said = (stopReason: string) =>
  message({ role: 'assistant', content: [{ type: 'text', text: 'Done.' }], stopReason })
const prompts = (lines: readonly string[]) =>
  read('pi', lines).flatMap((output) => (output.kind === 'turn' ? [[output.turn.userInput, output.turn.outcome]] : []))

describe('a message that is typed while pi works', () => {
  it('belongs to the turn that it steers', () => {
    const lines = [header, user('list the files'), call('a'), result('a'), user('only the new ones'), call('b')]
    const end = [result('b'), said('stop'), user('thanks'), said('stop')]
    expect(prompts([...lines, ...end])).toEqual([
      ['list the files\n\nonly the new ones', 'success'],
      ['thanks', 'success'],
    ])
  })

  it('is a prompt of its own after an abort', () => {
    const lines = [header, user('list the files'), call('a'), result('a'), said('aborted'), user('show the date')]
    expect(prompts([...lines, said('stop')])).toEqual([
      ['list the files', 'unknown'],
      ['show the date', 'success'],
    ])
  })
})
