import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type {
  ActivationRecord,
  ConversationRecord,
  ConversationStore,
} from '../../../src/store/ports/decision-store.ts'
import type { SkillStore } from '../../../src/store/ports/skill-store.ts'
import type { StoreUpkeep } from '../../../src/store/ports/upkeep.ts'
import { AT, LINE, made, retainAll } from './records.ts'

const RECORD: ConversationRecord = {
  ...{ id: 'c1', beginning: 'b', answer: null, decided: 1, decisionId: 'd1', skill: 'notes', text: 'Ä\n"x"' },
  ...{ heldOut: false, at: AT },
}

/** What `ConversationStore` promises. */
export function conversationStoreConformance(open: () => Needs): void {
  describe('ConversationStore', () => {
    let store: Needs
    beforeEach(() => {
      store = open()
    })
    afterEach(async () => await store[Symbol.asyncDispose]())

    it('gives the conversations of a beginning back as they were saved last, the latest first', async () => {
      const other = { ...RECORD, id: 'c2', answer: 'a', skill: null, text: null, heldOut: true, at: AT + 1 }
      for (const one of [RECORD, other, { ...RECORD, id: 'c3', beginning: 'x' }]) await store.saveConversation(one)
      expect(await store.conversation('b', 'a')).toEqual(other)
      expect(await store.conversation('b', null)).toEqual(RECORD)
      expect(await store.latestConversation('b')).toEqual(RECORD)
      await store.answerConversation('c1', 'z')
      await store.answerConversation('c1', 'other')
      expect(await store.conversation('b', 'z')).toEqual({ ...RECORD, answer: 'z' })
      expect(await store.conversation('b', null)).toBeUndefined()
      expect(await store.latestConversation('b')).toEqual(other)
      expect(await store.latestConversation('none')).toBeUndefined()
    })

    it('keeps the skills of a session once each, in their order', async () => {
      const of = (skill: string, more: Partial<ActivationRecord> = {}): ActivationRecord => ({
        ...{ session: 's', skill, version: '1', tokens: 10, at: AT },
        ...more,
      })
      expect(await store.activate(of('b'), false)).toEqual({ state: 'new', total: 10 })
      expect(await store.activate(of('a', { tokens: 5 }), false)).toEqual({ state: 'new', total: 15 })
      expect(await store.activate(of('b', { tokens: 99 }), false)).toEqual({ state: 'already', total: 15 })
      expect(await store.activate(of('c', { session: 't' }), false)).toEqual({
        ...{ state: 'new', total: 10 },
      })
      expect(await store.activate(of('b', { version: '2', tokens: 7 }), false)).toEqual({ state: 'new', total: 12 })
      expect(await store.activate(of('b', { version: '2', tokens: 8 }), true)).toEqual({
        ...{ state: 'again', total: 13 },
      })
      expect(await store.activations('s')).toEqual([of('b', { version: '2', tokens: 8 }), of('a', { tokens: 5 })])
      expect(await store.activations('none')).toEqual([])
    })

    it('keeps no skill that was purged, nor a session or conversation of more than 90 days ago', async () => {
      await made(store, ['a', 'b'])
      const old = { ...RECORD, skill: null, at: AT - 89 * 86_400_000 }
      const of = (session: string, skill: string, at = AT) => ({ session, skill, version: '1', tokens: 10, at })
      for (const one of [of('s', 'b'), of('s', 'a'), of('old', 'a', old.at)]) await store.activate(one, false)
      await store.saveConversation({ ...RECORD, id: 'c2', answer: 'new' })
      await store.saveConversation(old)
      await store.forget('id-b', { ...LINE, skillName: 'b', skillId: 'id-b', move: 'purge' })
      expect(await store.activations('s')).toEqual([of('s', 'a')])
      expect(await store.activations('old')).toHaveLength(1)
      await retainAll(store, {})
      expect(await store.activations('s')).toEqual([of('s', 'a')])
      expect(await store.activations('old')).toEqual([])
      expect(await store.conversation('b', null)).toBeUndefined()
      expect(await store.conversation('b', 'new')).toBeDefined()
    })
  })
}

type Needs = AsyncDisposable & ConversationStore & SkillStore & StoreUpkeep
