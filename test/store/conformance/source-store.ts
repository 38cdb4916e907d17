import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { SourceStore } from '../../../src/store/ports/turn-store.ts'
import { AT } from './records.ts'

/** What `SourceStore` promises of read positions. */
export function sourceStoreConformance(open: () => Needs): void {
  describe('SourceStore', () => {
    let store: Needs
    beforeEach(() => {
      store = open()
    })
    afterEach(async () => await store[Symbol.asyncDispose]())

    it('remember how far each transcript was read', async () => {
      expect(await store.source('/a')).toBeUndefined()
      await store.saveSources([{ path: '/a', engine: 'codex', resume: '{"offset":1}', at: AT }])
      await store.saveSources([{ path: '/a', engine: 'codex', resume: '{"offset":2}', at: AT }])
      expect([await store.source('/a'), await store.source('/b')]).toEqual(['{"offset":2}', undefined])
    })

    it('names the transcripts that were read since a time and gave no prompt', async () => {
      const read = { engine: 'codex', at: AT }
      await store.saveSources([
        { ...read, path: '/a', resume: '{"offset":1}' },
        { ...read, path: '/b', resume: '{"offset":1,"misread":3}' },
        { ...read, path: '/c', resume: '{"misread":3}', at: AT - 1 },
      ])
      expect(await store.misreadSources(AT)).toEqual([{ engine: 'codex', resume: '{"offset":1,"misread":3}' }])
    })
  })
}

type Needs = AsyncDisposable & SourceStore
