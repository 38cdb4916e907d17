import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { FireStore, ScheduleStore } from '../../../src/store/ports/schedule-store.ts'
import { AT } from './records.ts'
import { FIRE, SCHEDULE } from './schedule-records.ts'

/** What `ScheduleStore` promises. */
export function scheduleStoreConformance(open: () => Needs): void {
  describe('ScheduleStore', () => {
    let store: Needs
    beforeEach(() => {
      store = open()
    })
    afterEach(async () => await store[Symbol.asyncDispose]())

    it('gives schedules back as they were, the oldest first', async () => {
      const other = { ...SCHEDULE, id: 's2', same: 'other', createdAt: AT - 1, nextAt: null, reason: 'why' }
      expect(await store.addSchedule(SCHEDULE)).toBeUndefined()
      expect(await store.addSchedule(other)).toBeUndefined()
      expect(await store.schedules()).toEqual([other, SCHEDULE])
    })

    it('refuses the same thing twice, and names the one that is there; one that is done stands in nobody’s way', async () => {
      await store.addSchedule(SCHEDULE)
      for (const state of ['active', 'paused', 'failed'] as const) {
        await store.changeSchedule('s1', { state })
        expect(await store.addSchedule({ ...SCHEDULE, id: 's2' })).toBe('s1')
      }
      await store.changeSchedule('s1', { state: 'done' })
      expect(await store.addSchedule({ ...SCHEDULE, id: 's2' })).toBeUndefined()
      expect(await store.schedules()).toHaveLength(2)
    })

    it('changes what is named, and says where there is nothing to change', async () => {
      await store.addSchedule(SCHEDULE)
      expect(await store.changeSchedule('s1', { state: 'failed', reason: 'late', nextAt: null })).toBe(true)
      expect(await store.schedules()).toEqual([{ ...SCHEDULE, state: 'failed', reason: 'late', nextAt: null }])
      expect(await store.changeSchedule('none', { state: 'failed' })).toBe(false)
    })

    it('forgets one with its fires', async () => {
      for (const id of ['s1', 's2']) {
        await store.addSchedule({ ...SCHEDULE, id, same: id })
        await store.settleSchedule(id, { fires: [{ ...FIRE, id: `f-${id}` }], overlap: 'skip' })
      }
      await store.removeSchedule('s1')
      expect((await store.schedules()).map(({ id }) => id)).toEqual(['s2'])
      expect((await store.fires({ limit: 9 })).map(({ id }) => id)).toEqual(['f-s2'])
    })
  })
}

type Needs = AsyncDisposable & ScheduleStore & FireStore
