import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { NoticeStore, SkillStore } from '../../../src/store/ports/skill-store.ts'
import { AT, LINE, made, namesOf, SKILL } from './records.ts'

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

    it('names no draft that was promoted, names it where it waits again, and none twice', async () => {
      const waiting = { ...SKILL, status: 'staged', needsReview: true } as const
      const active = { ...SKILL, status: 'active', needsReview: false } as const
      const move = async (expect: typeof SKILL | 'absent', skill: typeof SKILL) =>
        await store.apply({ skill, expect, ledger: LINE })
      await move('absent', waiting)
      await move(waiting, active)
      expect(await store.unannounced()).toEqual([])
      await move(active, waiting)
      expect(namesOf(await store.unannounced())).toEqual([SKILL.name])
      await store.announce([SKILL.id], AT)
      await move(waiting, active)
      await move(active, waiting)
      expect(await store.unannounced()).toEqual([])
    })

    it('tells of each skill once', async () => {
      await made(store, ['a', 'b', 'c'], { status: 'staged', needsReview: true })
      expect(await store.announce(['id-a', 'id-b'], AT)).toEqual(['id-a', 'id-b'])
      expect(await store.announce(['id-b', 'id-c', 'of none'], AT)).toEqual(['id-c'])
      expect(await store.announce([], AT)).toEqual([])
    })
  })
}

type Needs = AsyncDisposable & NoticeStore & SkillStore
