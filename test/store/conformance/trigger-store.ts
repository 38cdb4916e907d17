import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { SkillStore } from '../../../src/store/ports/skill-store.ts'
import type { TriggerStore, TurnStore } from '../../../src/store/ports/turn-store.ts'
import { AT, CLAIM, CREATE, LINE, recorder } from './records.ts'

/** What `TriggerStore` promises of completed streaks. */
export function triggerStoreConformance(open: () => Needs): void {
  describe('TriggerStore', () => {
    let store: Needs
    let record: ReturnType<typeof recorder>
    beforeEach(() => {
      store = open()
      record = recorder(store)
    })
    afterEach(async () => await store[Symbol.asyncDispose]())

    describe('orphanedTrigger', () => {
      const claim = { ...CLAIM, pid: 2, alive: () => false }

      it('hands over the streaks of a process that is gone, once', async () => {
        await record({}, {}, {})
        expect(await store.orphanedTrigger({ ...claim, alive: () => true })).toBeUndefined()
        expect(await store.orphanedTrigger(claim)).toMatchObject({ id: 'trigger-3', signature: 'add-tests' })
        expect(await store.orphanedTrigger({ ...claim, pid: 3, alive: (pid) => pid === 2 })).toBeUndefined()
      })

      it('says of a streak that the process which resumed it ended, too', async () => {
        await record({}, {}, {})
        const resumed = []
        for (const pid of [2, 3]) resumed.push((await store.orphanedTrigger({ ...claim, pid }))?.wasResumed)
        expect(resumed).toEqual([undefined, true])
      })

      it('hands over a streak that was claimed too long ago, whoever lives', async () => {
        await record({}, {}, {})
        const late = { ...claim, alive: () => true, at: AT + CLAIM.staleMs + 1 }
        expect(await store.orphanedTrigger(late)).toBeDefined()
      })

      it('puts a streak aside whose processes ended three times, until it is to be tried again', async () => {
        await record({}, {}, {})
        for (const pid of [2, 3]) expect(await store.orphanedTrigger({ ...claim, pid })).toBeDefined()
        expect(await store.putAside()).toEqual([])
        expect(await store.orphanedTrigger({ ...claim, pid: 4 })).toBeUndefined()
        expect(await store.putAside()).toMatchObject([
          { kind: 'draft', what: 'add-tests', why: expect.stringContaining('ended') },
        ])
        expect(await store.tryAgain()).toBe(1)
        expect([await store.putAside(), await store.orphanedTrigger({ ...claim, pid: 5 })]).toMatchObject([
          [],
          { id: 'trigger-3' },
        ])
      })

      it('says why drafts failed, and holds a locked database against none', async () => {
        await record({}, {}, {})
        for (const pid of [2, 3, 4, 5]) {
          expect(await store.orphanedTrigger({ ...claim, pid })).toBeDefined()
          await store.triggerFailed('trigger-3', 'locked', false)
        }
        for (const pid of [6, 7]) {
          await store.orphanedTrigger({ ...claim, pid })
          await store.triggerFailed('trigger-3', 'its steps cannot be read', true)
        }
        await store.orphanedTrigger({ ...claim, pid: 8 })
        expect(await store.putAside()).toMatchObject([{ why: 'its steps cannot be read' }])
      })

      it('lets a process in a hurry end more often', async () => {
        await record({}, {}, {})
        for (let pid = 2; pid < 10; pid++)
          expect(await store.orphanedTrigger({ ...claim, pid, hurried: true })).toBeDefined()
        expect(await store.orphanedTrigger({ ...claim, pid: 10, hurried: true })).toBeUndefined()
      })

      it('forgets a streak whose draft stands or was turned down', async () => {
        await record({}, {}, {}, { key: 'k' }, { key: 'k' }, { key: 'k' })
        await store.apply(CREATE)
        await store.placed('skill-1', { path: '/p', digest: 'd', stamp: 's' }, 'trigger-3')
        await store.dropTrigger('trigger-6', { ...LINE, move: 'suppressed' })
        expect(await store.orphanedTrigger(claim)).toBeUndefined()
      })

      it('hands over one after the other, and holds a streak that ends each process against no other', async () => {
        await record({}, {}, {}, { key: 'k' }, { key: 'k' }, { key: 'k' })
        for (const pid of [2, 3])
          expect(await store.orphanedTrigger({ ...claim, pid })).toMatchObject({ id: 'trigger-3' })
        expect(await store.orphanedTrigger({ ...claim, pid: 4 })).toMatchObject({ id: 'trigger-6' })
        expect(await store.putAside()).toMatchObject([{ what: 'add-tests' }])
      })

      it('forgets the streaks that a version stands for as well in the same step, and keeps its own until it is placed', async () => {
        await record({}, {}, {}, { key: 'k' }, { key: 'k' }, { key: 'k' })
        expect(await store.apply({ ...CREATE, finishes: ['trigger-3'] })).toBe(true)
        expect(await store.orphanedTrigger(claim)).toMatchObject({ id: 'trigger-6' })
        await record({ key: 'l' }, { key: 'l' }, { key: 'l' })
        expect(await store.apply({ ...CREATE, finishes: ['trigger-9'] })).toBe(false)
        expect(await store.orphanedTrigger(claim)).toMatchObject({ id: 'trigger-9' })
      })
    })

    describe('dropTrigger', () => {
      const returned = { signature: 'add-tests', scope: '', turnIds: ['turn-2', 'turn-3'] }

      it('lets the turns of a refused streak that still count wait again, before what came meanwhile', async () => {
        await record({}, {}, {}, {})
        await store.dropTrigger('trigger-3', LINE, returned)
        expect((await record({})).trigger?.turnIds).toEqual(['turn-2', 'turn-3', 'turn-4', 'turn-5'])
        expect(await record({})).toMatchObject({ streak: 1 })
      })

      it('gives the turns back to their group where streaks are kept by likeness', async () => {
        const rule = { grouping: 'similar' } as const
        const say = (userInput: string) => record({ userInput, key: userInput, rule })
        await say('add tests for the parser')
        await say('add tests for the new parser')
        expect((await say('please add tests for the parser')).trigger?.turnIds).toHaveLength(3)
        await store.dropTrigger('trigger-3', LINE, returned)
        expect((await say('now add tests for the parser')).trigger?.turnIds).toEqual(['turn-2', 'turn-3', 'turn-4'])
      })

      it('leaves a refused streak behind where none of it counts', async () => {
        await record({}, {}, {})
        await store.dropTrigger('trigger-3', LINE)
        expect(await record({})).toMatchObject({ streak: 1 })
      })
    })
  })
}

type Needs = AsyncDisposable & TriggerStore & TurnStore & SkillStore
