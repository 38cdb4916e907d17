import { describe, expect, it } from 'vitest'
import { composeDraft } from '../../../src/domain/draft/compose.ts'
import type { ToolCall } from '../../../src/domain/turn.ts'
import { aTurn, bash, edit, read } from './turns.ts'

const call = (name: string, input: Readonly<Record<string, unknown>>): ToolCall => ({ name, input, ok: true })
const drafted = (calls: (n: number) => readonly ToolCall[]) =>
  composeDraft({
    signature: 'some-task',
    trajectories: [1, 2, 3].map((n) => aTurn(`do the thing number ${n}`, [...calls(n)])),
  })

const THIN: readonly (readonly [string, (n: number) => readonly ToolCall[]])[] = [
  ['a look-up', (n) => [call('get_order', { order_id: `#W100000${n}` })]],
  [
    'two look-ups',
    (n) => [call('get_user', { user_id: `mia_kim_100${n}` }), call('get_order', { order_id: `#W${n}00001` })],
  ],
  [
    'look-ups, however many',
    (n) =>
      ['get_user', 'get_order', 'list_items', 'search_flights', 'calculate'].map((tool) =>
        call(tool, { order_id: `#W10000${n}` }),
      ),
  ],
  ['rm of another file each time', (n) => [bash(`rm themes/${n}.json`)]],
  ['one file that is read', () => [read('docs/guide.md')]],
]
const ENOUGH: readonly (readonly [string, (n: number) => readonly ToolCall[]])[] = [
  ['a command of the project', () => [bash('./scripts/release.sh')]],
  ['one in another folder', () => [bash('cd ../api && make deploy')]],
  [
    'look-ups and a call that acts',
    (n) => [call('get_order', { order_id: `#W10000${n}` }), call('cancel_order', { order_id: `#W10000${n}` })],
  ],
  [
    'look-ups that say where to look',
    () => [call('get_rows', { table: 'users' }), call('get_rows', { table: 'orders' })],
  ],
  ['a file and a check', () => [edit('CHANGELOG.md'), bash('npm test')]],
]

describe('what three runs share', () => {
  it.each(THIN)('%s is too little to offer: it waits, with its steps', (_, calls) => {
    expect(drafted(calls)).toMatchObject({ watching: true })
    expect(drafted(calls).body).toContain('## Steps')
  })

  it.each(ENOUGH)('%s is enough', (_, calls) => {
    expect(drafted(calls)).toMatchObject({ watching: false, weak: false })
  })
})
