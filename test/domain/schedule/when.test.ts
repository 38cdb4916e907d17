import { describe, expect, it } from 'vitest'
import { type AskedTime, parseWhen } from '../../../src/domain/schedule/when.ts'

const NOW = Date.parse('2026-03-10T12:00:00Z')
const asked = (given: Partial<AskedTime>) => parseWhen({ zone: 'Europe/Berlin', ...given }, NOW)
const instant = (given: Partial<AskedTime>): string => {
  const when = asked(given)
  return when.kind === 'once' ? new Date(when.at).toISOString() : when.expression
}

describe('a time that a person gives', () => {
  it.each([
    ['2026-12-01 09:00', '2026-12-01T08:00:00.000Z'],
    ['2026-07-01T09:00:30', '2026-07-01T07:00:30.000Z'],
    ['2026-12-01 09:00 America/New_York', '2026-12-01T14:00:00.000Z'],
    ['2026-12-01T09:00Z', '2026-12-01T09:00:00.000Z'],
    ['2026-12-01 09:00+05:30', '2026-12-01T03:30:00.000Z'],
    ['2026-12-01 09:00 -0330', '2026-12-01T12:30:00.000Z'],
    ['18:30', '2026-03-10T17:30:00.000Z'],
    ['9:00', '2026-03-11T08:00:00.000Z'],
    ['2036-03-09 12:00', '2036-03-09T11:00:00.000Z'],
    ['+5m', '2026-03-10T12:05:00.000Z'],
    ['9am', '2026-03-11T08:00:00.000Z'],
    ['9:30 PM', '2026-03-10T20:30:00.000Z'],
    ['12am', '2026-03-10T23:00:00.000Z'],
    ['2026-12-01 9am', '2026-12-01T08:00:00.000Z'],
    ['2026-12-01 9:15 PM America/New_York', '2026-12-02T02:15:00.000Z'],
    ['12pm', '2026-03-11T11:00:00.000Z'],
    ['tomorrow 9:00', '2026-03-11T08:00:00.000Z'],
    ['Tomorrow at 9am', '2026-03-11T08:00:00.000Z'],
    ['today 17:00', '2026-03-10T16:00:00.000Z'],
    ['friday 9:00', '2026-03-13T08:00:00.000Z'],
    ['tuesday 9:00', '2026-03-17T08:00:00.000Z'],
    ['tuesday 18:00', '2026-03-10T17:00:00.000Z'],
  ])('--at %s is %s', (at, is) => expect(instant({ at })).toBe(is))

  it.each([
    ['10m', 10 * 60_000],
    ['90s', 90_000],
    ['2h30m', 150 * 60_000],
    ['1h 30 min', 90 * 60_000],
    ['3W', 21 * 86_400_000],
  ])('--at +%s is so many ms from now', (span, ms) =>
    expect(asked({ at: `+${span}` })).toEqual({ kind: 'once', at: NOW + ms }),
  )

  it('takes the first of two times that the clocks show, and the other by its offset', () => {
    expect(instant({ at: '2026-10-25 02:30' })).toBe('2026-10-25T00:30:00.000Z')
    expect(instant({ at: '2026-10-25 02:30 +01:00' })).toBe('2026-10-25T01:30:00.000Z')
    expect(instant({ at: '2026-11-01 01:30 America/New_York' })).toBe('2026-11-01T05:30:00.000Z')
  })

  it('takes a cron expression of five fields with names', () => {
    expect(asked({ cron: ' 0  9 * JAN-mar mon-FRI ' })).toEqual({ kind: 'cron', expression: '0 9 * JAN-mar mon-FRI' })
  })

  it.each<[Partial<AskedTime>, string]>([
    [{}, '--at or --cron is missing'],
    [{ at: '18:30', cron: '* * * * *' }, '--cron cannot go with --at'],
    [{ at: '18:30', zone: 'Mars/Phobos' }, '--at is in the zone "Mars/Phobos"'],
    [{ at: '18:30', zone: '+02:00' }, '--at is in the zone "+02:00"'],
    [{ at: '' }, '--at "" is no date'],
    [{ at: 'tomorrow' }, '--at "tomorrow" lacks a time of day'],
    [{ at: '0 9 * * 1' }, '--at "0 9 * * 1" is an expression: --cron takes it'],
    [{ at: '9' }, '--at "9" may be morning or evening'],
    [{ at: 'tomorrow at 9' }, '--at "tomorrow at 9" may be morning or evening'],
    [{ at: '13pm' }, '--at hour 13'],
    [{ at: '0am' }, '--at hour 0'],
    [{ at: 'today 9:00' }, '--at is a time of today that has passed'],
    [{ at: '+5' }, '--at "5" is no span'],
    [{ at: '+0m' }, '--at "0m" is no time from now'],
    [{ at: '2026-12-01' }, '--at "2026-12-01" is no date'],
    [{ at: '2026-13-01 09:00' }, '--at month 13'],
    [{ at: '2026-02-29 09:00' }, '--at day 29'],
    [{ at: '2026-12-01 24:00' }, '--at hour 24'],
    [{ at: '25:00' }, '--at hour 25'],
    [{ at: '2026-12-01 09:60' }, '--at minute 60'],
    [{ at: '2026-12-01 09:00:61' }, '--at second 61'],
    [{ at: '2026-12-01 09:00 Mars/Phobos' }, '--at zone "Mars/Phobos"'],
    [{ at: '2026-12-01 09:00 +15:00' }, '--at offset +15:00'],
    [{ at: '2026-03-29 02:30' }, '--at time 02:30 does not exist on 2026-03-29 in Europe/Berlin'],
    [{ at: '2026-03-10 12:59' }, 'has passed'],
    [{ at: '2036-12-01 09:00' }, 'more than ten years away'],
    [{ at: '+' }, '--at "" is no span'],
    [{ at: '+10' }, '--at "10" is no span'],
    [{ at: '+-10m' }, '--at "-10m" is no span'],
    [{ at: '+10x' }, '--at unit "x"'],
    [{ at: '+0m' }, '--at "0m" is no time from now'],
    [{ at: '+999999999w' }, 'more than ten years away'],
    [{ cron: '' }, '--cron takes five fields (minute, hour, day of month, month, day of week), not 0'],
    [{ cron: '@daily' }, 'not 1'],
    [{ cron: '* * * * * *' }, 'not 6'],
    [{ cron: '60 * * * *' }, '--cron minute "60"'],
    [{ cron: '*/0 * * * *' }, '--cron minute "*/0"'],
    [{ cron: '? * * * *' }, '--cron minute "?"'],
    [{ cron: '* 25 * * *' }, '--cron hour "25"'],
    [{ cron: '* 17-9 * * *' }, '--cron hour "17-9"'],
    [{ cron: '* * 0 * *' }, '--cron day of month "0"'],
    [{ cron: '* * * FOO *' }, '--cron month "FOO"'],
    [{ cron: '* * * * 8' }, '--cron day of week "8"'],
    [{ cron: '* * * * $HOME' }, '--cron day of week'],
    [{ cron: '0 0 30 2 *' }, '--cron day of month "30" and month "2" fit no date'],
  ])('refuses %j and names what is wrong', (given, message) => expect(() => asked(given)).toThrow(message))
})
