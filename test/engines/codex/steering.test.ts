import { describe, expect, it } from 'vitest'
import { read } from '../conformance.ts'

// As 0.140 to 0.142 write them.
const event = (payload: object) => JSON.stringify({ timestamp: '2026-06-20T09:00:00Z', type: 'event_msg', payload })
const item = (payload: object) => JSON.stringify({ timestamp: '2026-06-20T09:00:00Z', type: 'response_item', payload })
const meta = (source: unknown = 'cli') =>
  JSON.stringify({ type: 'session_meta', payload: { id: 's', cwd: '/p', cli_version: '0.142.2', source } })
const typed = (message: string) => [
  item({ type: 'message', role: 'user', content: [{ type: 'input_text', text: message }] }),
  event({ type: 'user_message', message, images: [], local_images: [] }),
]
const started = (turn_id: string) => event({ type: 'task_started', turn_id })
const complete = (turn_id: string) => event({ type: 'task_complete', turn_id, last_agent_message: 'Done.' })
const command = (call_id: string) => [
  item({ type: 'function_call', name: 'exec_command', call_id, arguments: '{"cmd":"git status"}' }),
  item({ type: 'function_call_output', call_id, output: 'Process exited with code 0\nok' }),
]
const answer = event({ type: 'agent_message', message: 'Done.' })
const turnsOf = (lines: readonly string[]) =>
  read('codex', lines).flatMap((output) => (output.kind === 'turn' ? [output.turn] : []))
const told = (lines: readonly string[]) =>
  turnsOf(lines).map(({ userInput, outcome, promptId, toolCalls = [] }) => [
    promptId,
    userInput,
    outcome,
    toolCalls.length,
  ])

describe('a message that is typed while Codex works', () => {
  const begun = [meta(), started('1'), ...typed('remove the root artifacts'), ...command('a')]

  it('belongs to the turn, which ends when the task ends', () => {
    const steered = [...begun, ...typed('then check out main'), ...command('b'), ...typed('and tell me'), answer]
    const next = [started('2'), ...typed('push'), ...command('c'), answer, complete('2')]
    expect(told([...steered, complete('1'), ...next])).toEqual([
      ['1', 'remove the root artifacts\n\nthen check out main\n\nand tell me', 'success', 2],
      ['2', 'push', 'success', 1],
    ])
    expect(told(steered)).toEqual([['1', expect.stringContaining('and tell me'), 'success', 2]])
  })

  it('takes the result back where it corrects the run', () => {
    const steered = [...begun, ...typed('no, not the root folder'), ...command('b'), answer, complete('1')]
    expect(told(steered)).toEqual([['1', expect.stringContaining('not the root folder'), 'unknown', 2]])
  })

  it('is a prompt of its own once the task is over, or was broken off', () => {
    const after = [...typed('push'), answer]
    expect(turnsOf([...begun, answer, complete('1'), ...after])).toHaveLength(2)
    const aborted = event({ type: 'turn_aborted', turn_id: '1', reason: 'interrupted' })
    expect(turnsOf([...begun, aborted, ...after])).toHaveLength(2)
  })
})

describe('a prompt with an image', () => {
  const task = [...command('a'), answer, complete('1')]
  const request = { type: 'input_text', text: 'name the colour' }
  const image = [
    { type: 'input_text', text: '<image name=[Image #1]>' },
    { type: 'input_image', image_url: 'data:,x' },
  ]
  const kinds = ['user.text', 'user.image', 'user.text', 'user.text']
  const message = item({
    type: 'message',
    role: 'user',
    content: [...image, { type: 'input_text', text: '</image>' }, request],
    internal_chat_message_metadata_passthrough: { turn_id: '1', content_item_kinds: kinds },
  })

  it('is one turn, whatever marks its shapes put for the image', () => {
    const shapes = [
      message,
      event({
        type: 'item_completed',
        turn_id: '1',
        item: { type: 'UserMessage', content: [{ type: 'text', text: 'name the colour' }, { type: 'local_image' }] },
      }),
      event({ type: 'user_message', message: 'name the colour [Image #1]', local_images: ['a.png'] }),
    ]
    for (const some of [shapes, shapes.slice(0, 2), shapes.slice(1), [...shapes].reverse()])
      expect(told([meta(), started('1'), ...some, ...task])).toEqual([['1', 'name the colour', 'success', 1]])
  })
})

describe('the rollout of a sub-agent', () => {
  it('holds no turn, and each of its lines is skipped for that reason', () => {
    const lines = [started('1'), ...typed('assess the command'), ...command('a'), answer, complete('1')]
    const outputs = read('codex', [meta({ subagent: { other: 'guardian' } }), ...lines])
    expect(outputs.map((output) => output.kind === 'skipped' && output.reason)).toEqual(lines.map(() => 'subagent'))
  })
})
