import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { NoticeStore, SkillStore } from '../../../src/store/ports/skill-store.ts'
import { AT, CREATE, made, namesOf } from './records.ts'

/** What `NoticeStore` promises of drafts and who was told of them. */
export function noticeStoreConformance(open: () => Needs): void {
  describe('NoticeStore', () => {
    let store: Needs
    beforeEach(() => {
      store = open()
    })
    afterEach(async () => await store[Symbol.asyncDispose]())

    it('names drafts that nobody was told of', async () => {
      await made(store, ['a', 'b'], { status: 'staged', needsReview: true })
      await made(store, ['c'], { status: 'active', needsReview: false })
      expect(namesOf(await store.unannounced())).toEqual(['a', 'b'])
      await store.announce(['id-a'], 1)
      expect(namesOf(await store.unannounced())).toEqual(['b'])
    })

    it('tells of each skill once', async () => {
      await store.apply(CREATE)
      expect(await store.announce(['skill-1', 'skill-2'], AT)).toEqual(['skill-1', 'skill-2'])
      expect(await store.announce(['skill-2', 'skill-3'], AT)).toEqual(['skill-3'])
      expect(await store.announce([], AT)).toEqual([])
    })
  })
}

type Needs = AsyncDisposable & NoticeStore & SkillStore
