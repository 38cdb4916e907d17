import type { Database } from 'better-sqlite3'
import type { ActivationRecord, ConversationStore } from '../ports/conversation-store.ts'
import type { conversations } from './conversation-schema.ts'
import type { RowOf } from './row.ts'

type Row = RowOf<typeof conversations>
type Activated = Awaited<ReturnType<ConversationStore['activate']>>

/**
 * Active skills as rows of `conversations`, which forgets them as it forgets others: the beginning is the session, the
 * answer the skill, `decided` the place in the order, `decision_id` the version, and the text the number of tokens.
 */
export function activationTable(db: Database) {
  const all = db.prepare<[string], Row>(
    'SELECT * FROM conversations WHERE beginning = ? AND text IS NOT NULL ORDER BY decided',
  )
  const save = db.prepare<[Row]>(
    `INSERT OR REPLACE INTO conversations (id, beginning, answer, decided, decision_id, skill, text, held_out, at)
     VALUES (:id, :beginning, :answer, :decided, :decision_id, :skill, :text, :held_out, :at)`,
  )

  const activate = db.transaction(
    (record: ActivationRecord, { again, budget }: Parameters<ConversationStore['activate']>[1]): Activated => {
      const { session, skill, version, tokens, at } = record
      const rows = all.all(beginningOf(session))
      const own = rows.find((row) => row.skill === skill)
      const used = rows.filter((row) => row !== own).reduce((sum, row) => sum + tokensOf(row), 0)
      const isKnown = own?.decision_id === version
      if (isKnown && own !== undefined && !again) return { state: 'already', total: used + tokensOf(own) }
      if (budget !== undefined && used + tokens > budget) return { state: 'over', total: used }
      save.run({
        id: `${beginningOf(session)} ${skill}`,
        beginning: beginningOf(session),
        answer: skill,
        decided: own?.decided ?? (rows.at(-1)?.decided ?? 0) + 1,
        decision_id: version,
        skill,
        text: String(tokens),
        held_out: 0,
        at,
      })
      return { state: isKnown ? 'again' : 'new', total: used + tokens }
    },
  )

  return {
    activations: (session: string): readonly ActivationRecord[] =>
      all.all(beginningOf(session)).map((row) => ({
        session,
        skill: row.skill ?? '',
        version: row.decision_id ?? '',
        tokens: tokensOf(row),
        at: row.at,
      })),
    activate: (...given: Parameters<ConversationStore['activate']>): Activated => activate.immediate(...given),
  }
}

/** The beginnings of conversations are digests: they have no colon. */
const beginningOf = (session: string): string => `session:${session}`

const tokensOf = ({ text }: Row): number => Number(text)
