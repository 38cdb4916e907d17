import type { Database } from 'better-sqlite3'
import { and, desc, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Sync } from '../asynchronous.ts'
import type { ConversationStore } from '../ports/decision-store.ts'
import { conversations } from './routing-schema.ts'
import { given, statements } from './statements.ts'

type Activations = Sync<Pick<ConversationStore, 'activations' | 'activate'>>

/**
 * Active skills as rows of `conversations`, which forgets them as it forgets others: the beginning is the session, the
 * answer the skill, `decided` the place in the order, `decision_id` the version, and the text the number of tokens.
 */
export function activationTable(db: Database): Activations {
  const { rows, insert } = statements(db)
  const { beginning, text, decided } = conversations
  const all = rows(conversations, { where: and(eq(beginning, given('beginning')), isNotNull(text)), by: [decided] })
  const rowsOf = (session: string) => all({ beginning: beginningOf(session) })
  const save = insert(conversations, 'replace')

  const activate = db.transaction<Activations['activate']>((record, again) => {
    const { session, skill, version, tokens, at } = record
    const active = rowsOf(session)
    const own = active.find((row) => row.skill === skill)
    const used = active.filter((row) => row !== own).reduce((sum, row) => sum + Number(row.text), 0)
    const isKnown = own?.decisionId === version
    if (isKnown && own !== undefined && !again) return { state: 'already', total: used + Number(own.text) }
    save({
      id: `${beginningOf(session)} ${skill}`,
      beginning: beginningOf(session),
      answer: skill,
      decided: own?.decided ?? (active.at(-1)?.decided ?? 0) + 1,
      decisionId: version,
      skill,
      text: String(tokens),
      heldOut: false,
      at,
    })
    return { state: isKnown ? 'again' : 'new', total: used + tokens }
  })

  return {
    activations: (session) =>
      rowsOf(session).map(({ skill, decisionId, text: tokens, at }) => ({
        session,
        skill: skill ?? '',
        version: decisionId ?? '',
        tokens: Number(tokens),
        at,
      })),
    activate: activate.immediate,
  }
}

/** The beginnings of conversations are digests: they have no colon. */
const beginningOf = (session: string): string => `session:${session}`

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
    saveConversation: save,
  }
}
