import { describe, expect, it } from 'vitest'
import { openMemoryStore } from '../../src/store/memory/memory-store.ts'
import { storeConformance } from './conformance.ts'

describe('the memory store', () => {
  storeConformance(() => openMemoryStore('for a test'), {
    orphans: 'a completed streak cannot outlive the process that holds it',
    unplaced: 'nothing of an interrupted publish is remembered',
    revision: 'no other process can see it',
  })

  it('says why there is no database', () =>
    expect(openMemoryStore('no data folder').place).toEqual({ none: 'no data folder' }))
})
