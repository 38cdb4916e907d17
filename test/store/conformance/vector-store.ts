import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { VectorStore } from '../../../src/store/ports/decision-store.ts'
import { AT } from './records.ts'

/** What `VectorStore` promises. */
export function vectorStoreConformance(open: () => Needs): void {
  describe('VectorStore', () => {
    let store: Needs
    beforeEach(() => {
      store = open()
    })
    afterEach(async () => await store[Symbol.asyncDispose]())

    it('knows vectors by model and digest, byte for byte, the later in place of the earlier', async () => {
      await store.saveVectors('m', new Map([['a', bytes(1, 255, 0)]]), AT)
      expect(await store.vectors('m', ['a', 'b'], AT)).toEqual(new Map([['a', bytes(1, 255, 0)]]))
      expect((await store.vectors('other', ['a'], AT)).size).toBe(0)
      await store.saveVectors('m', new Map([['a', bytes(2)]]), AT)
      expect(await store.vectors('m', ['a'], AT)).toEqual(new Map([['a', bytes(2)]]))
    })

    it('keeps the normalisation of each model', async () => {
      expect(await store.vectorSpace('m')).toBeUndefined()
      await store.saveVectorSpace('m', bytes(1))
      await store.saveVectorSpace('m', bytes(2))
      expect([await store.vectorSpace('m'), await store.vectorSpace('other')]).toEqual([bytes(2), undefined])
    })
  })
}

const bytes = (...parts: number[]) => Uint8Array.from(parts)

type Needs = AsyncDisposable & VectorStore
