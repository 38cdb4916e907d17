import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { FireStore, NewFire, ScheduleStep, ScheduleStore } from '../../../src/store/ports/schedule-store.ts'
import { AT } from './records.ts'
import { DONE, FIRE, SCHEDULE } from './schedule-records.ts'

const STANDS = { nextAt: SCHEDULE.nextAt, lookedAt: SCHEDULE.lookedAt }
const NEXT = { nextAt: AT + 60_000, lookedAt: AT + 1_500 }
const step = (fires: readonly NewFire[], more: Partial<ScheduleStep> = {}): ScheduleStep => ({
  ...{ expected: STANDS, next: NEXT, fires, overlap: 'skip', ...more },
})
const now = (id: string, more: Partial<NewFire> = {}) => ({ fires: [{ ...FIRE, id, ...more }] })

/** What `FireStore` promises. */
export function fireStoreConformance(open: () => Needs): void {
  describe('FireStore', () => {
    let store: Needs
    const states = async () => (await store.fires({ limit: 9 })).map(({ id, state }) => `${id} ${state}`).sort()
    beforeEach(async () => {
      store = open()
      await store.addSchedule(SCHEDULE)
    })
    afterEach(async () => await store[Symbol.asyncDispose]())

    it('notes what a schedule came to once, where several look', async () => {
      const lost = { ...FIRE, id: 'f0', at: AT, state: 'missed', missed: 3, why: 'off' } as const
      const both = [store.settleSchedule('s1', step([lost, FIRE])), store.settleSchedule('s1', step([FIRE]))]
      expect(await Promise.all(both)).toEqual([true, false])
      expect(await store.schedules()).toEqual([{ ...SCHEDULE, ...NEXT }])
      const open = { schedule: 's1', startedAt: null, endedAt: null, exitCode: null, log: null }
      const ended = { ...open, endedAt: NEXT.lookedAt }
      expect(await store.fires({ schedule: 's1', limit: 9 })).toEqual([
        { ...FIRE, ...open },
        { ...lost, ...ended },
      ])
      expect(await store.settleSchedule('none', step([]))).toBe(false)
    })

    it('notes nothing for one that is paused', async () => {
      await store.changeSchedule('s1', { state: 'paused' })
      expect(await store.settleSchedule('s1', step([FIRE]))).toBe(false)
      expect(await states()).toEqual([])
    })

    it('runs no time twice, also where the clock was set back; what was missed is no run', async () => {
      await store.settleSchedule('s1', step([{ ...FIRE, state: 'missed' }]))
      await store.settleSchedule('s1', step([{ ...FIRE, id: 'f2' }], { expected: NEXT, next: STANDS }))
      await store.takeFire({ pid: 7, at: AT })
      await store.endFire('f2', DONE)
      expect(await store.settleSchedule('s1', step([{ ...FIRE, id: 'f3' }]))).toBe(true)
      expect(await states()).toEqual(['f1 missed', 'f2 succeeded'])
    })

    it('begins each fire once, one at a time for a schedule, the oldest first', async () => {
      await store.addSchedule({ ...SCHEDULE, id: 's2', same: 'other' })
      await store.settleSchedule('s1', { ...now('f1'), overlap: 'queue' })
      await store.settleSchedule('s2', { ...now('g1', { at: AT + 2_000 }), overlap: 'queue' })
      expect(await store.takeFire({ pid: 7, at: AT + 3_000 })).toMatchObject({
        ...{ id: 'f1', schedule: 's1', state: 'running', pid: 7, startedAt: AT + 3_000 },
      })
      await store.settleSchedule('s1', { ...now('f2', { at: AT + 1_500 }), overlap: 'queue' })
      expect(await store.takeFire({ pid: 8, at: AT, schedule: 's1' })).toBeUndefined()
      expect(await store.takeFire({ pid: 8, at: AT })).toMatchObject({ id: 'g1' })
      expect(await store.takeFire({ pid: 8, at: AT })).toBeUndefined()
      await store.endFire('f1', DONE)
      expect(await store.takeFire({ pid: 8, at: AT, schedule: 's1' })).toMatchObject({ id: 'f2' })
    })

    it('skips or queues a fire while another goes on, and queues one at most', async () => {
      await store.settleSchedule('s1', { ...now('f1'), overlap: 'skip' })
      await store.takeFire({ pid: 7, at: AT })
      await store.settleSchedule('s1', { ...now('f2', { at: AT + 2 }), overlap: 'skip' })
      await store.settleSchedule('s1', { ...now('f3', { at: AT + 3 }), overlap: 'queue' })
      await store.settleSchedule('s1', { ...now('f4', { at: AT + 4, byHand: true }), overlap: 'queue' })
      expect(await states()).toEqual(['f1 running', 'f2 skipped', 'f3 waiting', 'f4 skipped'])
      const whys = (await store.fires({ limit: 9 })).flatMap(({ why }) => why ?? [])
      expect(whys.sort()).toEqual(['another one was waiting already', 'the run before it was still going'])
      expect((await store.fires({ open: true, limit: 9 })).map(({ id }) => id).sort()).toEqual(['f1', 'f3'])
    })

    it('ends a fire once, and changes its schedule with it', async () => {
      await store.settleSchedule('s1', step([FIRE]))
      await store.takeFire({ pid: 7, at: AT + 2_000 })
      expect(await store.endFire('f1', DONE, { state: 'done' })).toBe(true)
      expect(await store.endFire('f1', { ...DONE, state: 'failed' }, { state: 'failed' })).toBe(false)
      expect((await store.schedules())[0]).toMatchObject({ state: 'done' })
      const [fire] = await store.fires({ schedule: 's1', limit: 1 })
      expect(fire).toEqual({ ...FIRE, ...DONE, schedule: 's1', pid: 7, startedAt: AT + 2_000 })
    })

    it('forgets all but the latest fires, and none that goes on', async () => {
      for (const n of [1, 2, 3, 4]) {
        await store.settleSchedule('s1', { ...now(`f${n}`, { at: AT + n }), overlap: 'queue' })
        await store.takeFire({ pid: 7, at: AT + n })
        if (n > 1) await store.endFire(`f${n}`, { ...DONE, log: n === 3 ? null : `${n}.log` })
        else await store.endFire('f1', { ...DONE, log: '1.log' })
      }
      await store.settleSchedule('s1', { ...now('f0', { at: AT }), overlap: 'queue' })
      expect([...(await store.dropFires('s1', 1))].sort()).toEqual(['1.log', '2.log'])
      expect(await states()).toEqual(['f0 waiting', 'f4 succeeded'])
    })
  })
}

type Needs = AsyncDisposable & ScheduleStore & FireStore
