import { expect, it } from 'vitest'
import { arrivalsText } from '../../src/engines/checkup.ts'

const CONNECTED = Date.parse('2026-11-26T21:00:00Z')
const HOUR = 3_600_000

const told = (session: number | undefined, turn: number | undefined) =>
  arrivalsText({
    connectedAt: CONNECTED,
    lastTurnAt: turn === undefined ? undefined : CONNECTED + turn,
    lastSessionAt: session === undefined ? undefined : CONNECTED + session,
  })

it('tells of the last turn since an agent was connected', () => {
  const came = { hasCome: true, found: 'the last turn came 2026-11-26 22:00' }
  expect([told(HOUR, HOUR), told(undefined, HOUR)]).toEqual([came, came])
})

it.each([
  ['no session was written', undefined],
  ['the last one is older', -HOUR],
  ['one that was open is written to for the last time', 1_000],
])('asks nothing where %s', (_, session) => {
  for (const turn of [undefined, -HOUR])
    expect(told(session, turn)).toEqual({ hasCome: false, found: 'no session since' })
})

it('names a session from which nothing came', () => {
  for (const turn of [undefined, -HOUR])
    expect(told(HOUR, turn)).toMatchObject({
      hasCome: false,
      found: 'nothing came of it, though a session was written to 2026-11-26 22:00',
      fix: expect.stringContaining('Start the agent again'),
    })
})
