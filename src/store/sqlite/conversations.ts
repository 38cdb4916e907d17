import type { Database } from 'better-sqlite3'
import type { ConversationRecord } from '../ports/conversation-store.ts'
import type { conversations } from './conversation-schema.ts'
import type { RowOf } from './row.ts'

type Row = RowOf<typeof conversations>

/** Skills in conversations. */
export function conversationTable(db: Database) {
  const exact = db.prepare<[string, string | null], Row>(
    'SELECT * FROM conversations WHERE beginning = ? AND answer IS ? ORDER BY at DESC LIMIT 1',
  )
  const latest = db.prepare<[string], Row>(
    'SELECT * FROM conversations WHERE beginning = ? ORDER BY answer IS NOT NULL, at DESC LIMIT 1',
  )
  const answer = db.prepare<[string, string]>('UPDATE conversations SET answer = ? WHERE id = ? AND answer IS NULL')
  const save = db.prepare<[Row]>(
    `INSERT OR REPLACE INTO conversations (id, beginning, answer, decided, decision_id, skill, text, held_out, at)
     VALUES (:id, :beginning, :answer, :decided, :decision_id, :skill, :text, :held_out, :at)`,
  )
  return {
    conversation: (beginning: string, answer: string | null) => recordOf(exact.get(beginning, answer)),
    latestConversation: (beginning: string) => recordOf(latest.get(beginning)),
    answerConversation: (id: string, first: string): void => void answer.run(first, id),
    saveConversation({ decisionId, heldOut, ...record }: ConversationRecord): void {
      save.run({ ...record, decision_id: decisionId, held_out: heldOut ? 1 : 0 })
    },
  }
}

function recordOf(row: Row | undefined): ConversationRecord | undefined {
  if (row === undefined) return undefined
  const { decision_id, held_out, ...rest } = row
  return { ...rest, decisionId: decision_id, heldOut: held_out === 1 }
}
