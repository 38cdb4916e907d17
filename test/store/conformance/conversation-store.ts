import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ConversationRecord, ConversationStore } from '../../../src/store/ports/conversation-store.ts'
import { AT } from './records.ts'

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
      expect(await store.conversationsOf('b', 9)).toEqual([other, RECORD])
      const answered = { ...RECORD, answer: 'z', at: AT + 2 }
      await store.saveConversation(answered)
      expect(await store.conversationsOf('b', 9)).toEqual([answered, other])
      expect(await store.conversationsOf('b', 1)).toEqual([answered])
      expect(await store.conversationsOf('none', 9)).toEqual([])
    })
  })
}

type Needs = AsyncDisposable & ConversationStore
