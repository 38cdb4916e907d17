import { expect, it } from 'vitest'
import { Slots } from '../../../src/domain/draft/slots.ts'

it('gives a placeholder of its own to values that fewer runs have', () => {
  const slots = new Slots()
  const all = slots.of(
    [
      { rank: 0, text: '--stat' },
      { rank: 1, text: '--check' },
    ],
    'options',
  )
  const some = slots.of(
    [
      { rank: 0, text: '--stat' },
      { rank: 1, text: '' },
    ],
    'options',
  )
  expect(some).not.toBe(all)
  expect(
    slots.of(
      [
        { rank: 0, text: '--stat' },
        { rank: 1, text: '--check' },
      ],
      'options',
    ),
  ).toBe(all)
})
