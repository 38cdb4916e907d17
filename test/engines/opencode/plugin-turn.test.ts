import { describe, expect, it } from 'vitest'
import { toTrajectory } from '../../../src/domain/turn.ts'
import { turnFromWire } from '../../../src/domain/wire.ts'
import { TURN_SOURCE } from '../../../src/engines/opencode/settings.ts'
import { OWN_COMMAND, shown, TYPED_WHILE_WORKING } from './typed.ts'

// Made by hand in the shapes of OpenCode 1.18, for ends that its recorded runs do not have.

const REFUSAL = 'The user rejected permission to use this specific tool call.'
const TIMEOUT = { output: 'bash tool terminated command after exceeding timeout 1000 ms' }

const SESSION = { id: 'ses_1', directory: '/work' }

type LastTurns = (messages: readonly object[], session: object, fault?: object) => readonly unknown[]
const lastTurns = new Function(`${TURN_SOURCE}; return lastTurns`)() as LastTurns

const givenOf = (messages: readonly object[], fault?: object) =>
  lastTurns(messages, SESSION, fault).map((one) => toTrajectory(turnFromWire(one), new Date(0)))

const bash = (exit: number | null, more: object = {}) => ({
  type: 'tool',
  tool: 'bash',
  state: { status: 'completed', input: { command: 'npm test' }, metadata: { exit }, ...more },
})
const refused = { type: 'tool', tool: 'bash', state: { status: 'error', input: {}, error: REFUSAL } }
const noTool = { type: 'tool', tool: 'invalid', state: { status: 'completed', title: 'Invalid Tool', input: {} } }
const text = { type: 'text', text: 'Done.' }

function turn(info: object, parts: readonly object[], fault?: object, prompt = '"run the tests"') {
  const user = { info: { id: 'msg_1', role: 'user' }, parts: [{ type: 'text', text: prompt }] }
  const messages = [user, { info: { role: 'assistant', ...info }, parts }]
  return givenOf(messages, fault)[0]!
}

describe('a turn of OpenCode', () => {
  it.each([
    ['a command that failed, then one that worked', { finish: 'stop' }, [bash(1), bash(0), text], 'success'],
    ['a command that failed, then words', { finish: 'stop' }, [bash(1), text], 'failure'],
    ['a command that ran out of time, then words', { finish: 'stop' }, [bash(null, TIMEOUT), text], 'failure'],
    ['a call of a tool that there is not, then words', { finish: 'stop' }, [noTool, text], 'failure'],
    ['a command that was broken off by the user', { error: { name: 'MessageAbortedError' } }, [bash(null)], 'unknown'],
    ['a refused call and no answer', { finish: 'tool-calls' }, [refused], 'unknown'],
    ['a refused call and an answer', { finish: 'stop' }, [refused, text], 'unknown'],
    ['calls without an answer', { finish: 'tool-calls' }, [bash(0)], 'unknown'],
    ['an answer that was cut', { finish: 'length' }, [text], 'failure'],
    ['an answer that was filtered', { finish: 'content-filter' }, [text], 'failure'],
    ['an error in the message', { error: { name: 'APIError' } }, [bash(0)], 'failure'],
    ['an answer of an older version, without a reason', { time: { created: 1, completed: 2 } }, [text], 'success'],
  ])('with %s', (_, info, parts, outcome) => {
    expect(turn(info, parts).outcome).toBe(outcome)
  })

  it('is a failure as soon as the session tells of an error, and not for one from before its end', () => {
    expect(turn({}, [], { name: 'APIError' }).outcome).toBe('failure')
    expect(turn({}, [], { name: 'MessageAbortedError' }).outcome).toBe('unknown')
    expect(turn({ finish: 'stop' }, [text], { name: 'APIError' }).outcome).toBe('success')
  })

  it('has no known outcome of a command without an exit status', () => {
    expect(turn({ finish: 'stop' }, [bash(null), text]).toolCalls).toMatchObject([{ ok: null }])
  })

  it('has the request without the quotes that "opencode run" puts around it', () => {
    expect(turn({ finish: 'stop' }, [text]).userInput).toBe('run the tests')
    const quoted = '"say \\"done\\" at the end"'
    expect(turn({ finish: 'stop' }, [text], undefined, quoted).userInput).toBe('say "done" at the end')
    expect(turn({ finish: 'stop' }, [text], undefined, '"a" and "b"').userInput).toBe('"a" and "b"')
  })

  it('is nothing where no request was typed', () => {
    expect(givenOf([])).toEqual([])
    expect(givenOf(OWN_COMMAND)).toEqual([])
  })

  it.each(TYPED_WHILE_WORKING)('is given where more was typed %s', (_, messages, requests) => {
    expect(givenOf(messages).map(shown)).toEqual(requests)
  })
})
