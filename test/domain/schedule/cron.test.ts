import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { canonicalCron, cronBetween } from '../../../src/domain/schedule/cron.ts'
import { plainCron } from './plain-cron.ts'

const DAY = 86_400_000
const utc = (text: string) => Date.parse(`${text}Z`)
const timesOf = (expression: string, zone: string, from: string, days = 1) =>
  cronBetween(expression, zone, { after: utc(from) - 1, until: utc(from) + days * DAY, limit: 100 }).map((at) =>
    new Date(at).toISOString().slice(11, 16),
  )

describe('a cron expression where the clocks change', () => {
  // Berlin: 02:00 becomes 03:00 at 01:00 UTC of 29 March 2026, and 03:00 becomes 02:00 at 01:00 UTC of 25 October.
  it('fires once as soon as the gap is over, for a time within it', () => {
    expect(timesOf('30 2 * * *', 'Europe/Berlin', '2026-03-29T00:00')).toEqual(['01:00'])
    expect(timesOf('15,45 2 * * *', 'Europe/Berlin', '2026-03-29T00:00')).toEqual(['01:00'])
  })

  it('fires at the first of two times that the clocks show', () => {
    expect(timesOf('30 2 * * *', 'Europe/Berlin', '2026-10-24T22:00')).toEqual(['00:30'])
    expect(timesOf('30 1 * * *', 'America/New_York', '2026-11-01T04:00')).toEqual(['05:30'])
  })

  it('goes by the clock where minute or hour has a *', () => {
    expect(timesOf('*/30 * * * *', 'Europe/Berlin', '2026-03-29T00:30', 1 / 24)).toEqual(['00:30', '01:00', '01:30'])
    expect(timesOf('30 * * * *', 'Europe/Berlin', '2026-10-25T00:00', 1 / 8)).toEqual(['00:30', '01:30', '02:30'])
  })
})

describe('a cron expression', () => {
  const value = (least: number, most: number) => fc.integer({ min: least, max: most })
  const field = (least: number, most: number) =>
    fc.oneof(
      { weight: 2, arbitrary: fc.constant('*') },
      fc.array(value(least, most), { minLength: 1, maxLength: 3 }).map((all) => [...new Set(all)].join(',')),
      fc.tuple(value(least, most), value(least, most)).map(([a, b]) => `${Math.min(a, b)}-${Math.max(a, b)}`),
      value(2, Math.floor((most - least) / 2)).map((step) => `*/${step}`),
    )
  const cron = fc
    .tuple(field(0, 59), field(0, 23), field(1, 28), field(1, 12), field(0, 6))
    .map((fields) => fields.join(' '))
  const zone = fc.constantFrom('Europe/Berlin', 'America/New_York', 'UTC', 'Asia/Kolkata', 'Australia/Lord_Howe')
  const begin = fc.constantFrom('2026-03-07', '2026-03-28', '2026-04-04', '2026-10-03', '2026-10-24', '2026-10-31')

  it('fires at the minutes that the plainest reading has, also where the clocks change', () => {
    fc.assert(
      fc.property(cron, zone, begin, (expression, where, day) => {
        const range = { after: utc(`${day}T00:00`), until: utc(`${day}T00:00`) + 1.5 * DAY }
        const found = cronBetween(expression, where, { ...range, limit: 3_000 })
        expect(found).toEqual(plainCron(expression, where, range))
      }),
      { numRuns: 20 },
    )
  })
})

describe('one way of writing an expression', () => {
  it.each([
    ['0 9 * * mon-fri', '0 9 * * 1-5'],
    ['00 09 1 jan,MAR 7', '0 9 1 1,3 0'],
    ['30,0 */2 L * FRI#2', '0,30 */2 L * 5#2'],
    ['5-07 0 * * 5-7', '5-7 0 * * 5-7'],
  ])('of %s', (expression, written) => {
    expect(canonicalCron(expression)).toBe(written)
    const range = { after: utc('2026-01-01T00:00'), until: utc('2026-12-31T00:00'), limit: 200 }
    expect(cronBetween(written, 'UTC', range)).toEqual(cronBetween(expression, 'UTC', range))
  })
})
