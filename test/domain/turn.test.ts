import { describe, expect, it } from 'vitest'
import { type TurnInput, toTrajectory } from '../../src/domain/turn.ts'

const now = new Date('2026-01-02T03:04:05Z')

describe('toTrajectory', () => {
  it('needs no more than a request and an outcome', () =>
    expect(toTrajectory({ userInput: 'add tests', outcome: 'success' }, now)).toEqual({
      userInput: 'add tests',
      outcome: 'success',
      summary: '',
      timestamp: now,
    }))

  it('decides the outcome from the stop reason, sums up the turns, and reads the time', () =>
    expect(
      toTrajectory({ userInput: 'x', stopReason: 'max_turns', turns: 3, timestamp: '2026-02-01T00:00:00+02:00' }, now),
    ).toMatchObject({ outcome: 'failure', summary: '3 turns', timestamp: new Date('2026-01-31T22:00:00Z') }))

  it('says one turn in the singular, and keeps a summary that was given', () => {
    expect(toTrajectory({ userInput: 'x', turns: 1 }, now).summary).toBe('1 turn')
    expect(toTrajectory({ userInput: 'x', turns: 1, summary: 'quick' }, now).summary).toBe('quick')
  })

  it('tells no calls reported from none made, and takes a call of unknown success as null', () => {
    expect('toolCalls' in toTrajectory({ userInput: 'x' }, now)).toBe(false)
    expect(toTrajectory({ userInput: 'x', toolCalls: [] }, now).toolCalls).toEqual([])
    const bare = { name: 'Bash', input: {} } as unknown as NonNullable<TurnInput['toolCalls']>[number]
    expect(toTrajectory({ userInput: 'x', toolCalls: [bare] }, now).toolCalls?.[0]?.ok).toBeNull()
  })

  it.each([
    [null, /a turn must be an object/],
    [{}, /userInput is missing/],
    [{ userInput: 7 }, /userInput must be text, not number/],
    [{ userInput: 'x', sessionId: null }, /sessionId must be text, not null/],
    [{ userInput: 'x', promptId: 1 }, /promptId must be text/],
    [{ userInput: 'x', outcome: 'great' }, /outcome must be success, failure or unknown, not "great"/],
    [{ userInput: 'x', turns: -1 }, /turns must be a whole number/],
    [{ userInput: 'x', timestamp: 'yesterday' }, /timestamp must be an ISO 8601 time, not "yesterday"/],
    [{ userInput: 'x', timestamp: 12 }, /timestamp must be an ISO 8601 time, not 12/],
    [{ userInput: 'x', toolCalls: {} }, /toolCalls must be a list/],
    [{ userInput: 'x', toolCalls: [null] }, /toolCalls\[0\] must be an object with a name/],
    [{ userInput: 'x', toolCalls: [{ name: 'a', ok: 'yes' }] }, /toolCalls\[0\]\.ok must be true, false or null/],
  ])('refuses %j and names what is wrong', (turn, message) => {
    const attempt = () => toTrajectory(turn as TurnInput, now)
    expect(attempt).toThrow(message)
    expect(attempt).toThrow(expect.objectContaining({ code: 'bad_turn', kind: 'invalid' }))
  })
})
