import { describe, expect, it } from 'vitest'
import { DECISION, TURN } from '../conformance/records.ts'
import { storeConformance } from '../conformance.ts'
import { memoryStore } from './memory-store.ts'

const numbered = (n: number): string => String(n).padStart(6, '0')

describe('the store in memory', () => {
  storeConformance(() => memoryStore())

  it('says why there is no database', () =>
    expect(memoryStore('no data folder').place).toEqual({ none: 'no data folder' }))

  it('takes nothing on a disk', async () => {
    await using store = memoryStore()
    await store.keepTurns([{ id: 'a', signature: 's', trajectory: TURN }])
    expect(await store.tally()).toMatchObject({ turns: 1, bytes: 0, freeBytes: 0 })
  })

  it('is one of its own each time', async () => {
    await using one = memoryStore()
    await using other = memoryStore()
    await one.saveSources([{ path: '/a', engine: 'codex', resume: '{}', at: 1 }])
    expect(await other.source('/a')).toBeUndefined()
  })

  it('forgets the oldest turns and decisions first', async () => {
    await using store = memoryStore('for a test', 100)
    const ids = Array.from({ length: 110 }, (_, n) => numbered(n))
    await store.keepTurns(ids.map((id) => ({ id, signature: 's', trajectory: { ...TURN, promptId: id } })))
    for (const id of ids) await store.addDecision({ ...DECISION, id })
    expect(await store.tally()).toMatchObject({ turns: 100, decisions: 100 })
    for (const id of ['a', 'b', 'c']) await store.addDecision({ ...DECISION, id })
    expect(await store.tally()).toMatchObject({ turns: 100, decisions: 103 })
    const found = await store.turns(['000009', '000010', '000109'])
    expect(found.map(({ promptId }) => promptId)).toEqual(['000010', '000109'])
  })
})
