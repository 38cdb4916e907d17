import { expect, it } from 'vitest'
import type { TurnTrajectory } from '../../../src/domain/turn.ts'
import { openSqliteStore } from '../../../src/store/sqlite/sqlite-store.ts'
import type { Store } from '../../../src/store/store.ts'
import { AT, RULE, retainAll, TURN } from '../conformance/records.ts'
import { options } from './database.ts'

const record = async (store: Store, id: string, more: Partial<TurnTrajectory> = {}) =>
  await store.recordTurn({ id, signature: '', trajectory: { ...TURN, ...more } }, RULE)

it('gives a turn again as the same object, until it changes', async () => {
  await using store = openSqliteStore(options())
  await record(store, 'turn-1')
  await record(store, 'turn-2')
  const [first] = await store.turns(['turn-1'])
  await record(store, 'turn-3')
  expect((await store.turns(['turn-2', 'turn-1']))[1]).toBe(first)
  await store.veto('turn-1')
  expect(await store.turns(['turn-1'])).toMatchObject([{ outcome: 'unknown' }])
})

it('gives no turn that was deleted', async () => {
  await using store = openSqliteStore(options())
  await record(store, 'turn-1')
  await record(store, 'turn-2', { timestamp: new Date(AT + 2) })
  expect(await store.turns(['turn-1', 'turn-2'])).toHaveLength(2)
  await retainAll(store, { turnsBefore: AT + 1 })
  expect(await store.turns(['turn-1', 'turn-2'])).toMatchObject([{ timestamp: new Date(AT + 2) }])
})

it('sees what another process has written of a turn, and which requests it has stored', async () => {
  const where = options()
  await using store = openSqliteStore(where)
  await using other = openSqliteStore(where)
  await record(store, 'turn-1')
  await record(store, 'turn-2')
  const [first, second] = await store.turns(['turn-1', 'turn-2'])
  expect(await store.latestRequests(9)).toHaveLength(2)
  await other.veto('turn-1')
  await record(other, 'turn-3')
  const [changed, same] = await store.turns(['turn-1', 'turn-2'])
  expect(changed).toEqual({ ...first, outcome: 'unknown' })
  expect(same).toBe(second)
  expect(await store.latestRequests(9)).toHaveLength(3)
})
