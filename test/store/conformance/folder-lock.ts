import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { HasFolderLock } from '../../../src/store/ports/upkeep.ts'

/** What the lock of the skills folder promises within one process. */
export function hasFolderLockConformance(open: () => Needs): void {
  describe('HasFolderLock', () => {
    let store: Needs
    beforeEach(() => {
      store = open()
    })
    afterEach(async () => await store[Symbol.asyncDispose]())

    it('lets one piece of work in at a time, in the order they came, also after one that failed', async () => {
      const seen: string[] = []
      const work = (name: string) => async () => {
        seen.push(`${name} in`)
        await new Promise((resolve) => setTimeout(resolve, 2))
        seen.push(`${name} out`)
        if (name === 'b') throw new Error('b failed')
        return name
      }
      expect(store.folderLock.isTaken).toBe(false)
      const all = ['a', 'b', 'c'].map((name) => store.folderLock(work(name)))
      expect(store.folderLock.isTaken).toBe(true)
      expect((await Promise.allSettled(all)).map(({ status }) => status)).toEqual([
        'fulfilled',
        'rejected',
        'fulfilled',
      ])
      expect(store.folderLock.isTaken).toBe(false)
      expect(seen).toEqual(['a in', 'a out', 'b in', 'b out', 'c in', 'c out'])
    })
  })
}

type Needs = AsyncDisposable & HasFolderLock
