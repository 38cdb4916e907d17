import type { Database } from 'better-sqlite3'
import type { ConversationRecord } from '../ports/conversation-store.ts'
import type { conversations } from './conversation-schema.ts'
import type { RowOf } from './row.ts'

export type ConversationTable = ReturnType<typeof conversationTable>

type Row = RowOf<typeof conversations>

/** Skills in conversations. */
export function conversationTable(db: Database) {
  const byBeginning = db.prepare<[string, number], Row>(
    'SELECT * FROM conversations WHERE beginning = ? ORDER BY at DESC, id DESC LIMIT ?',
  )
  const save = db.prepare<[Row]>(
    `INSERT OR REPLACE INTO conversations (id, beginning, answer, decided, decision_id, skill, text, held_out, at)
     VALUES (:id, :beginning, :answer, :decided, :decision_id, :skill, :text, :held_out, :at)`,
  )
  return {
    of: (beginning: string, limit: number): readonly ConversationRecord[] =>
      byBeginning.all(beginning, limit).map(({ decision_id, held_out, ...row }) => ({
        ...row,
        decisionId: decision_id,
        heldOut: held_out === 1,
      })),
    save({ decisionId, heldOut, ...record }: ConversationRecord): void {
      save.run({ ...record, decision_id: decisionId, held_out: heldOut ? 1 : 0 })
    },
  }
}
