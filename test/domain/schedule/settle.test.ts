import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { GRACE_MS, graceOf, type Looked, type MissedPolicy, settle } from '../../../src/domain/schedule/settle.ts'
import { firesBetween, nextFire, type When } from '../../../src/domain/schedule/when.ts'

const HOUR = 3_600_000
const at = (text: string) => Date.parse(`2026-03-${text}Z`)
const DAILY: When = { kind: 'cron', expression: '0 9 * * *' }
const daily = (missed: MissedPolicy) => ({ when: DAILY, zone: 'UTC', missed })
const from = (text: string): Looked => ({ nextAt: at(text), lookedAt: at('01T00:00') })

describe('what a schedule comes to', () => {
  it('is nothing before its time', () => {
    expect(settle(daily('once'), from('02T09:00'), at('02T08:59:59'))).toBeUndefined()
    expect(settle(daily('once'), { nextAt: null, lookedAt: 0 }, at('02T09:00'))).toBeUndefined()
  })

  it.each<MissedPolicy>(['skip', 'once'])('is a fire that is on time for less than a minute (%s)', (missed) => {
    const now = at('02T09:00') + 15 * GRACE_MS - 1
    expect(settle(daily(missed), from('02T09:00'), now)).toEqual({
      ...{ nextAt: at('03T09:00'), lookedAt: now, fire: { at: at('02T09:00'), late: false, missed: 0 } },
    })
  })

  it('is a line that says what was missed, or one late run for all', () => {
    const now = at('05T10:00')
    const next = { nextAt: at('06T09:00'), lookedAt: now }
    const lost = { count: 4, from: at('02T09:00'), to: at('05T09:00') }
    expect(settle(daily('skip'), from('02T09:00'), now)).toEqual({ ...next, lost })
    const fire = { at: at('05T09:00'), late: true, missed: 3 }
    expect(settle(daily('once'), from('02T09:00'), now)).toEqual({ ...next, fire })
  })

  it('runs the fire that is on time for those before it, too', () => {
    const now = at('04T09:00')
    const fire = { at: at('04T09:00'), late: false, missed: 0 }
    const lost = { count: 2, from: at('02T09:00'), to: at('03T09:00') }
    expect(settle(daily('skip'), from('02T09:00'), now)).toMatchObject({ fire, lost })
    expect(settle(daily('once'), from('02T09:00'), now)).toMatchObject({ fire: { ...fire, missed: 2 } })
  })

  it('counts many that were missed up to a thousand, and still fires on time', () => {
    const minutely = { when: { kind: 'cron', expression: '* * * * *' }, zone: 'UTC', missed: 'once' } as const
    const found = settle(minutely, from('02T00:00'), at('30T00:00:05'))
    expect(found?.fire).toEqual({ at: at('30T00:00'), late: false, missed: 1_000 })
    expect(found?.nextAt).toBe(at('30T00:01'))
  })

  it('plans again from a clock that was set back, and fires nothing for what it looked at', () => {
    const ahead = { nextAt: at('30T09:00'), lookedAt: at('29T12:00') }
    const now = at('10T12:00')
    expect(settle(daily('once'), ahead, now)).toEqual({ nextAt: at('11T09:00'), lookedAt: now })
  })

  it('fires once and no more, also where the clock was set back', () => {
    const once = { when: { kind: 'once', at: at('02T09:00') }, zone: 'UTC', missed: 'once' } as const
    const done = settle(once, from('02T09:00'), at('02T09:00:01'))
    expect(done).toMatchObject({ nextAt: null, fire: { at: at('02T09:00') } })
    expect(settle(once, done!, at('01T09:00'))).toEqual({ nextAt: null, lookedAt: at('01T09:00') })
    expect(settle(once, { nextAt: null, lookedAt: at('01T09:00') }, at('02T09:00'))).toBeUndefined()
  })

  const jump = fc.oneof(
    { weight: 8, arbitrary: fc.integer({ min: 1, max: 3 * HOUR }) },
    fc.integer({ min: HOUR, max: 60 * 24 * HOUR }),
    fc.integer({ min: -90 * 24 * HOUR, max: 0 }),
  )

  it('decides each fire that the clock passes, and those on time run, wherever the clock is set', () => {
    const expression = fc.constantFrom('30 2 * * *', '0 */6 * * *', '15 9 * * 1-5', '*/20 * * * *')
    fc.assert(
      fc.property(
        expression,
        fc.constantFrom('skip', 'once'),
        fc.array(jump, { maxLength: 60 }),
        (text, missed, jumps) => {
          const plan = { when: { kind: 'cron', expression: text }, zone: 'Europe/Berlin', missed } as const
          let clock = at('01T00:00')
          let looked: Looked = { nextAt: nextFire(plan.when, plan.zone, clock) ?? null, lookedAt: clock }
          for (const ms of jumps) {
            const before = clock
            clock += ms
            const passed = firesBetween(plan.when, plan.zone, { after: before, until: clock, limit: 999 })
            const found = settle(plan, looked, clock)
            // A clock that went on from where it was looked at: each fire in between is decided, once.
            const told = (found?.fire ? 1 + found.fire.missed : 0) + (found?.lost?.count ?? 0)
            expect(Math.min(told, 999)).toBe(passed.length)
            const onTime = passed.find((one) => clock - one < graceOf(plan.when, plan.zone, one))
            expect(found?.fire?.late === false ? found.fire.at : undefined).toBe(onTime)
            if (missed === 'skip') expect(found?.fire?.late ?? false).toBe(false)
            looked = found ?? looked
            expect(looked.nextAt).toBeGreaterThan(clock)
          }
        },
      ),
      { numRuns: 20 },
    )
  })
})
