import { describe, expect, it } from 'vitest'
import { decideOutcome } from '../../src/domain/outcome.ts'
import type { ToolCall } from '../../src/domain/turn.ts'

const call = (name: string, ok: boolean | null, rest: Partial<ToolCall> = {}): ToolCall => ({
  name,
  input: {},
  ok,
  ...rest,
})
const shell = (command: string, ok: boolean | null, rest: Partial<ToolCall> = {}) =>
  call('Bash', ok, { input: { command }, ...rest })

describe('the outcome of a recorded turn', () => {
  it.each([
    ['closed, nothing against it', { ending: 'closed', toolCalls: [] }, 'success'],
    ['ends in the middle', { ending: 'open', toolCalls: [call('Edit', true)] }, 'unknown'],
    ['ends in the middle, although the model asked for a tool', { ending: 'open', stopReason: 'tool_use' }, 'unknown'],
    ['an API error in the middle', { ending: 'open', stopReason: 'error' }, 'failure'],
    ['the user interrupted', { ending: 'closed', stopReason: 'interrupted' }, 'unknown'],
    ['a reason that names a property of every object', { ending: 'open', stopReason: 'constructor' }, 'unknown'],
    ['taken back', { ending: 'closed', takenBack: true }, 'unknown'],
    [
      'a failure that is taken back',
      { ending: 'closed', takenBack: true, toolCalls: [call('Edit', false)] },
      'failure',
    ],
    ['nothing known', {}, 'unknown'],
    ['the last call failed', { stopReason: 'end_turn', toolCalls: [call('Edit', false)] }, 'failure'],
    [
      'a check failed, and reading after it changes nothing',
      { ending: 'closed', toolCalls: [shell('npm test', false, { exitCode: 1 }), call('Read', true)] },
      'failure',
    ],
    [
      'a check failed and passed in the end',
      { ending: 'closed', toolCalls: [shell('npm test', false), call('Edit', true), shell('npm test', true)] },
      'success',
    ],
    [
      'a change failed and was never made',
      { ending: 'closed', toolCalls: [call('book_reservation', false), call('calculate', true)] },
      'failure',
    ],
    [
      'a change failed and a command made it',
      { ending: 'closed', toolCalls: [call('Edit', false), shell('sed -i s/a/b/ f', true)] },
      'success',
    ],
    [
      'a search found nothing',
      { ending: 'closed', toolCalls: [shell('grep -rn x src', false, { exitCode: 1 })] },
      'success',
    ],
    [
      'a check whose flag says well and whose exit code does not',
      { ending: 'closed', toolCalls: [shell('npm test', true, { exitCode: 1 })] },
      'failure',
    ],
    [
      'the last check ran in a pipe that hid how it went',
      { ending: 'closed', toolCalls: [shell('npm test | tail', null, { maskedPipe: true })] },
      'unknown',
    ],
    [
      'a denied call at the end',
      { ending: 'closed', stopReason: 'denied', toolCalls: [call('Bash', null)] },
      'unknown',
    ],
  ] as const)('%s', (_, turn, outcome) => expect(decideOutcome(turn)).toBe(outcome))
})
