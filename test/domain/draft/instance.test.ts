import { describe, expect, it } from 'vitest'
import { composeDraft } from '../../../src/domain/draft/compose.ts'
import { isInstance } from '../../../src/domain/draft/instance.ts'
import { aTurn } from './turns.ts'

const INSTANCES: readonly (readonly [string, unknown])[] = [
  ['reservation_id', 'IFOYYZ'],
  ['reservationId', 'M20IZO'],
  ['user_id', 'omar_davis_3817'],
  ['order_id', '#W2378156'],
  ['item_ids', ['1151293680', '4107812777']],
  ['flight_number', 'HAT028'],
  ['first_name', 'Yusuf'],
  ['email', 'yusuf@example.org'],
  ['dob', '1982-10-19'],
  ['zip', '19122'],
  ['origin', 'JFK'],
  ['city', 'San Diego'],
  ['date', '2024-05-21'],
  ['to', 'mia.kim@example.org'],
  ['amount', 274],
  ['issue_number', 42],
  ['issue', 'ENG-1234'],
  ['sha', '3f2a9c1'],
  ['anything', '550e8400-e29b-41d4-a716-446655440000'],
  ['payment_methods', [{ payment_id: 'credit_card_9074831', amount: 628 }]],
  ['passengers', [{ first_name: 'Mia', last_name: 'Kim' }]],
  ['expression', '(404 + 202) * 3 - (126 + 139) * 3'],
]
const CONSTANTS: readonly (readonly [string, unknown])[] = [
  ['cabin', 'economy'],
  ['flight_type', 'one_way'],
  ['insurance', 'no'],
  ['origin', 'upstream'],
  ['destination', 's3://bucket/logs'],
  ['branch', 'main'],
  ['ref', 'main'],
  ['package', '@types/node'],
  ['path', 'src/routes/users.ts'],
  ['script', 'lint'],
  ['project_id', 'my-project'],
  ['team_id', 'platform'],
  ['channel', '#deploys'],
  ['user', 'postgres'],
  ['version', '1.24.0'],
  ['algorithm', 'SHA256'],
  ['target', 'es2022'],
  ['os', 'WINDOWS11'],
  ['model', 'gpt-4o-2024-08-06'],
  ['instance_type', 'm5.large'],
  ['limit', 50],
  ['timeout', 120_000],
  ['port', 5432],
  ['total_baggages', 2],
  ['cron', '0 9 * * 1'],
  ['flags', ['--force', '--quiet']],
  ['note', '$ARGUMENTS and $1 and $(id)'],
]

describe('isInstance', () => {
  it.each(INSTANCES)('%s %j is of one person, thing, day or case', (name, value) => {
    expect(isInstance(name, value)).toBe(true)
  })

  it.each(CONSTANTS)('%s %j is a constant of a project', (name, value) => {
    expect(isInstance(name, value)).toBe(false)
  })
})

const call = (name: string, input: Readonly<Record<string, unknown>>) => ({ name, input, ok: true })
/** Cancels and books again, always for one customer. */
const run = (reservation: string, booked: string) =>
  aTurn(`cancel ${reservation} and book the flight to Boston`, [
    call('get_user', { user_id: 'mia_kim_4397' }),
    call('cancel_reservation', { reservation_id: reservation }),
    call('book_flight', {
      cabin: 'economy',
      passengers: [{ first_name: 'Mia', last_name: 'Kim', dob: '1990-04-05' }],
      reservation_id: booked,
    }),
  ])
const bodyOf = (...turns: readonly ReturnType<typeof run>[]) =>
  composeDraft({ signature: 'book-cancel', trajectories: turns }).body
const steps = (body: string) => /## Steps\n([\s\S]*?)\n\n/.exec(body)?.[1]

describe('a draft of calls for one customer', () => {
  const body = bodyOf(run('AB12CD', 'AB12CD'), run('EF34GH', 'EF34GH'), run('IJ56KL', 'IJ56KL'))

  it('has a placeholder for what is of one case, named as its input, and keeps the words of the project', () => {
    expect(steps(body)?.split('\n')).toEqual([
      '1. Call `get_user(<user-id>)`',
      '2. Call `cancel_reservation(<reservation-id>)` (acts outside the project)',
      '3. Call `book_flight(cabin=economy, <passengers>, <reservation-id>)` (acts outside the project)',
    ])
  })

  it('says what most runs had, of a list what it is made of, and nothing of a person', () => {
    expect(body).toContain('- `<user-id>`: `mia_kim_4397` each time\n')
    expect(body).toContain('- `<passengers>`: a list of `first_name`, `last_name`, `dob`\n')
    expect(body).not.toMatch(/Mia|Kim\b|1990/)
  })

  it('calls an id mostly the same only where the runs agree in most of what is of one case', () => {
    const same = bodyOf(run('AB12CD', 'AB12CD'), run('AB12CD', 'AB12CD'), run('IJ56KL', 'IJ56KL'))
    expect(same).toContain('- `<reservation-id>`: `AB12CD` mostly\n')
  })

  it('has no pitfall that is an amount or an id of one case', () => {
    const paid = (amount: number, ok: boolean) => ({
      ...call('book_flight', { cabin: 'economy', reservation_id: 'AB12CD', payments: [{ id: 'card_991122', amount }] }),
      ok,
    })
    const turns = [1, 2, 3].map((n) => aTurn(`book flight ${n}`, [paid(200 + n, false), paid(300 + n, true)]))
    expect(bodyOf(...turns)).not.toContain('## Pitfalls')
    const words = turns.map(({ userInput }) =>
      aTurn(userInput, [
        { ...call('book_flight', { cabin: 'business' }), ok: false },
        call('book_flight', { cabin: 'economy' }),
      ]),
    )
    expect(bodyOf(...words)).toContain('## Pitfalls')
  })
})
