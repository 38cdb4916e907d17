import { describe, expect, it } from 'vitest'
import { format } from '../../../src/engines/copilot/reader.ts'
import { createReader } from '../../../src/engines/transcripts.ts'
import type { TurnOutput } from '../../../src/transcript/reader.ts'

type Event = readonly [type: string, data: object, more?: object]

const START: Event = ['session.start', { sessionId: 's1', copilotVersion: '1.0.102', context: { cwd: '/proj/app' } }]
const prompt = (content: string, more: object = {}): Event => [
  'user.message',
  { content, transformedContent: '', ...more },
]
const says = (content: string, command?: string): Event => [
  'assistant.message',
  {
    messageId: content,
    content,
    toolRequests: command === undefined ? [] : [{ toolCallId: command, name: 'bash', arguments: { command } }],
  },
]
const printed = (toolCallId: string, content: string, more: object = {}): Event => [
  'tool.execution_complete',
  { toolCallId, success: true, result: { content }, ...more },
]
const stop: Event = ['hook.start', { hookType: 'agentStop', input: { stopReason: 'end_turn' } }]

/** What is read of a session with these events, shaped as 1.0.102 writes them. */
function turnsOf(events: readonly Event[]) {
  const reader = createReader(format, 'file')
  const outputs = events.flatMap(([type, data, more], at) =>
    reader.push(JSON.stringify({ type, data, id: `e${at}`, timestamp: '2026-11-26T22:07:06.138Z', ...more }), {
      line: at + 1,
      offset: at * 100,
    }),
  )
  return [...outputs, ...reader.end()].filter((one): one is TurnOutput => one.kind === 'turn').map(({ turn }) => turn)
}

describe('sessions of GitHub Copilot CLI', () => {
  it('are turns with the place and the session that they began with', () => {
    const events = [START, prompt('build it'), says('', 'make'), printed('make', 'ok'), says('Done.'), stop]
    expect(turnsOf(events)).toMatchObject([
      {
        userInput: 'build it',
        engine: 'copilot',
        promptId: 'e1',
        sessionId: 's1',
        projectDir: '/proj/app',
        stopReason: 'end_turn',
        outcome: 'success',
        toolCalls: [{ name: 'bash', input: { command: 'make' }, ok: true }],
      },
    ])
  })

  it.each([
    ['its field', printed('make', 'no', { shellExecution: { exitCode: 2 } })],
    ['its last line, as 1.0.64 writes it', printed('make', 'no\n<shellId: 3 completed with exit code 2>')],
  ])('a command failed by the exit code in %s, though the call says success', (_, result) => {
    const [turn] = turnsOf([START, prompt('build it'), says('', 'make'), result, says('Done.'), stop])
    expect(turn).toMatchObject({ outcome: 'failure', toolCalls: [{ ok: false, exitCode: 2, error: 'no' }] })
  })

  it.each([
    '<command with shellId: 0 moved to background by the user. You will be notified.>',
    'half\n<command with shellId: 12 is still running after 30 seconds. Use read_bash to wait.>',
  ])('a command that goes on has no outcome yet: %s', (text) => {
    const [turn] = turnsOf([START, prompt('build it'), says('', 'make'), printed('make', text), says('Done.')])
    expect(turn?.toolCalls?.[0]?.ok).toBeNull()
  })

  it('a call that nobody allowed leaves the outcome open', () => {
    const denied = printed('rm', '', {
      success: false,
      result: null,
      error: { code: 'denied', message: 'Permission denied' },
    })
    const [turn] = turnsOf([START, prompt('clean up'), says('', 'rm'), denied, says('I could not.'), stop])
    expect(turn?.outcome).toBe('unknown')
  })

  it.each([
    ['an error of the model’s server', ['session.error', { errorType: 'query', message: '400' }], 'failure'],
    ['an abort', ['abort', { reason: 'user_initiated' }], 'unknown'],
  ] as const)('%s ends a run', (_, event, outcome) => {
    const [turn] = turnsOf([START, prompt('build it'), says('', 'make'), printed('make', 'ok'), event as Event])
    expect(turn?.outcome).toBe(outcome)
  })

  it('what is typed while it works belongs to the turn; what skills and the program put in is no prompt', () => {
    const turns = turnsOf([
      START,
      prompt('build it'),
      says('', 'make'),
      prompt('use the other file', { delivery: 'steering' }),
      prompt('text of a skill', { source: 'skill-pdf' }),
      prompt('go on', { isAutopilotContinuation: true }),
      printed('make', 'ok'),
      says('Done.'),
      prompt('next', { delivery: 'queued' }),
    ])
    expect(turns.map(({ userInput }) => userInput)).toEqual(['build it\n\nuse the other file', 'next'])
  })

  it('a run that a notification began, a sub-agent and a command of the person are part of no turn', () => {
    const [turn] = turnsOf([
      START,
      prompt('build it'),
      says('', 'make'),
      [...says('', 'find'), { agentId: 'a1' }] as unknown as Event,
      printed('make', 'ok'),
      says('Done.'),
      ['tool.user_requested', { toolCallId: 'own', toolName: 'local_shell', arguments: { command: 'false' } }],
      printed('own', '', { isUserRequested: true, shellExecution: { exitCode: 1 } }),
      ['system.notification', { content: 'Shell command completed' }],
      says('', 'false'),
      printed('false', '', { shellExecution: { exitCode: 1 } }),
    ])
    expect(turn).toMatchObject({ outcome: 'success', toolCalls: [{ input: { command: 'make' } }] })
  })

  it('going back takes turns back', () => {
    const all = [START, prompt('one'), says('Done.'), prompt('two'), says('Done.')]
    const turns = turnsOf([...all, ['session.snapshot_rewind', { upToEventId: 'e3' }], prompt('three'), says('Done.')])
    expect(turns.map(({ outcome }) => outcome)).toEqual(['success', 'unknown', 'success'])
  })

  it('a skill that a person or the agent called is loaded', () => {
    const [turn] = turnsOf([
      START,
      prompt('/tidy now'),
      ['skill.invoked', { name: 'tidy', trigger: 'user-invoked' }],
      says('Done.'),
    ])
    expect(turn?.pickedSkill).toBe('tidy')
  })
})
