import { describe, expect, test } from 'vitest'
import { limitFault } from '../../../src/domain/learning/limits.ts'
import type { Claim } from '../../../src/domain/learning/proposal.ts'
import { sessionText } from '../../../src/domain/learning/session-text.ts'
import { ran, session, turn } from './session.ts'

const claim = (text: string, kind: Claim['kind'] = 'pitfalls'): Claim => ({
  ...{ id: `${kind}[0]`, kind, text, command: '' },
  cites: [{ turn: 't1', call: 'c1', quote: 'docker' }],
})
const worked = sessionText(
  session([turn('a', 'start it', [ran('docker compose up', false), ran('make env'), ran('docker compose up')])]),
).shown
const gaveUp = sessionText(session([turn('a', 'start it', [ran('docker compose up', false), ran('make env')])])).shown

describe('what failed and later worked', () => {
  test.each([
    'Docker does not work here.',
    'Docker cannot be started on this machine.',
    'The registry is unreachable.',
    'Compose could not connect: there is no network.',
    'The docker daemon isn’t available.',
  ])('is no limit of the environment: %s', (text) =>
    expect(limitFault(claim(text), worked)).toContain('failed and later worked'),
  )

  test('may be said with the condition under which it works', () =>
    expect(limitFault(claim('docker compose does not start before the env file is made.'), worked)).toBeUndefined())
})

test('what never worked is left out, with a condition or without', () => {
  for (const text of ['Docker cannot be started here.', 'docker compose does not start before the env file is made.'])
    expect(limitFault(claim(text), gaveUp)).toContain('speaks of the environment')
})

test.each([
  'Do not run it twice.',
  'A second run is possible once the first ended.',
  'A page that is not found answers 404.',
  'The tests fail with an old client.',
])('a statement that denies nothing stays: %s', (text) => expect(limitFault(claim(text), gaveUp)).toBeUndefined())

test('a wish of the person is theirs', () =>
  expect(limitFault(claim('Docker is not available here.', 'rules'), gaveUp)).toBeUndefined())
