import { expect, it } from 'vitest'
import { read } from '../conformance.ts'

// As 2.1.96 and 2.1.332 wrote them where a message was typed during a shell command.
const row = (type: string, rest: object) => ({ type, uuid: `${type}${JSON.stringify(rest)}`, sessionId: 's', ...rest })
const asked = (content: unknown) => row('user', { message: { role: 'user', content } })
const answered = (...content: object[]) =>
  row('assistant', { message: { id: JSON.stringify(content), role: 'assistant', content, stop_reason: 'end_turn' } })
const call = answered({ type: 'tool_use', id: 't', name: 'Bash', input: { command: 'wc -l notes.md' } })
const result = asked([{ type: 'tool_result', tool_use_id: 't', content: '4 notes.md', is_error: false }])
const done = answered({ type: 'text', text: 'Four.' })
const queue = (operation: string, content?: string) => row('queue-operation', { operation, content })
const attachment = (prompt: string, rest: object = {}) =>
  row('attachment', { attachment: { type: 'queued_command', prompt, ...rest } })

const requests = (...during: object[]) =>
  read(
    'claude-code',
    [asked('count the lines'), call, ...during, done].map((entry) => JSON.stringify(entry)),
  ).flatMap((output) => (output.kind === 'turn' ? [output.turn.userInput] : []))

const ALONE = ['count the lines']
const WITH_WORDS = ['count the lines\n\nand the words']

it('is part of the request where an older version only took it from the queue', () => {
  expect(requests(queue('enqueue', 'and the words'), queue('remove'), result)).toEqual(WITH_WORDS)
})

it('is part of the request once where a newer version attaches it as well', () => {
  const taken = [queue('enqueue', 'and the words'), queue('remove', 'and the words'), result]
  expect(requests(...taken, attachment('and the words'))).toEqual(WITH_WORDS)
})

it('is none where the attachment says that no person wrote it', () => {
  const taken = [queue('enqueue', 'the build ended'), queue('remove', 'the build ended'), result]
  expect(requests(...taken, attachment('the build ended', { origin: { kind: 'task' } }))).toEqual(ALONE)
})

it('is none where it was taken back, waits, or became a prompt of its own', () => {
  const typed = queue('enqueue', 'and the words')
  expect(requests(typed, queue('popAll'), queue('remove'), result)).toEqual(ALONE)
  expect(requests(typed, result)).toEqual(ALONE)
  expect(requests(typed, queue('dequeue'), queue('remove'), result)).toEqual(ALONE)
  expect(requests(queue('remove', 'of another queue'), result)).toEqual(ALONE)
})
