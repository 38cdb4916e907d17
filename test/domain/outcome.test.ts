import { describe, expect, it } from 'vitest'
import { decideOutcome } from '../../src/domain/outcome.ts'
import type { ToolCall } from '../../src/domain/turn.ts'

const call = (name: string, ok: boolean | null, more: Partial<ToolCall> = {}): ToolCall => ({
  name,
  input: {},
  ok,
  ...more,
})
const shell = (command: string, ok: boolean | null, more: Partial<ToolCall> = {}) =>
  call('Bash', ok, { input: { command }, ...more })

describe('decideOutcome', () => {
  it('takes the explicit outcome before everything else', () => {
    const turn = { stopReason: 'error', toolCalls: [call('Edit', false)] }
    expect(decideOutcome({ ...turn, outcome: 'success' })).toBe('success')
    expect(decideOutcome({ ...turn, outcome: 'unknown' })).toBe('unknown')
  })

  it.each(['interrupted', 'denied', 'cancelled'])(
    'knows nothing of a run that was %s, even after a failure',
    (stopReason) => expect(decideOutcome({ stopReason, toolCalls: [call('Bash', false)] })).toBe('unknown'),
  )

  it.each(['error', 'api_error', 'aborted', 'max_turns', 'max_tokens', 'refusal', 'MAX_TOKENS'])(
    'counts a run that ended in %s as a failure, whatever its calls',
    (stopReason) => expect(decideOutcome({ stopReason, toolCalls: [call('Edit', true)] })).toBe('failure'),
  )

  it('knows nothing of a record that ends in the middle', () => {
    expect(decideOutcome({ ending: 'open', toolCalls: [] })).toBe('unknown')
    expect(decideOutcome({ ending: 'open', stopReason: 'end_turn' })).toBe('unknown')
  })

  it('is a failure when the last call failed, whatever the stop reason', () => {
    const toolCalls = [call('Edit', true), shell('npm test', false, { exitCode: 1 })]
    expect(decideOutcome({ stopReason: 'end_turn', toolCalls })).toBe('failure')
    expect(decideOutcome({ ending: 'closed', toolCalls })).toBe('failure')
  })

  it('is a failure when the last check failed and only other work came after it', () => {
    const toolCalls = [shell('npm test', false), call('Read', true), shell('git status', true)]
    expect(decideOutcome({ stopReason: 'end_turn', toolCalls })).toBe('failure')
  })

  it('is a success when a later check put the failure right', () => {
    const toolCalls = [shell('npm test', false), call('Edit', true), shell('npm test', true)]
    expect(decideOutcome({ stopReason: 'end_turn', toolCalls })).toBe('success')
  })

  it('does not take an answer of grep or diff for a failure', () =>
    expect(
      decideOutcome({ stopReason: 'end_turn', toolCalls: [shell('grep -rn foo src', false, { exitCode: 1 })] }),
    ).toBe('success'))

  it('passes over calls that the user denied', () =>
    expect(decideOutcome({ stopReason: 'end_turn', toolCalls: [call('Edit', true), call('Bash', null)] })).toBe(
      'success',
    ))

  it('knows nothing when the next message takes the result back', () =>
    expect(decideOutcome({ stopReason: 'end_turn', takenBack: true })).toBe('unknown'))

  it('knows nothing when the last check hid its exit status in a pipe', () => {
    const piped = shell('npm test | tail -5', null, { maskedPipe: true })
    expect(decideOutcome({ stopReason: 'end_turn', toolCalls: [piped] })).toBe('unknown')
  })

  it.each(['end_turn', 'tool_use', 'stop'])('is a success when the model came to an end with %s', (stopReason) =>
    expect(decideOutcome({ stopReason })).toBe('success'),
  )

  it('is a success when a turn without a stop reason closed with text', () => {
    expect(decideOutcome({ ending: 'closed' })).toBe('success')
    expect(decideOutcome({})).toBe('unknown')
    expect(decideOutcome({ stopReason: 'some_new_word' })).toBe('unknown')
    expect(decideOutcome({ stopReason: 'constructor' })).toBe('unknown')
  })
})
