import type { Database } from 'better-sqlite3'
import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import type { Sync } from '../asynchronous.ts'
import type { ConversationStore } from '../ports/conversation-store.ts'
import { conversations } from './conversation-schema.ts'
import { given, statements } from './statements.ts'

/** Skills in conversations. */
export function conversationTable(db: Database): Sync<Omit<ConversationStore, 'activations' | 'activate'>> {
  const { row, update, insert } = statements(db)
  const { id, beginning, answer, at } = conversations
  const isBegun = eq(beginning, given('beginning'))
  const exact = row(conversations, { where: and(isBegun, sql`${answer} IS ${given('answer')}`), by: [desc(at)] })
  const latest = row(conversations, { where: isBegun, by: [sql`${answer} IS NOT NULL`, desc(at)] })
  const note = update(conversations, { answer: given('first') }, and(eq(id, given('id')), isNull(answer)))
  const save = insert(conversations, 'replace')
  return {
    conversation: (begun, first) => exact({ beginning: begun, answer: first }),
    latestConversation: (begun) => latest({ beginning: begun }),
    answerConversation: (one, first) => void note({ id: one, first }),
    saveConversation: (record) => void save(record),
  }
}
