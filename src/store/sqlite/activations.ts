import type { Database } from 'better-sqlite3'
import { and, eq, isNotNull } from 'drizzle-orm'
import type { Sync } from '../asynchronous.ts'
import type { ConversationStore } from '../ports/conversation-store.ts'
import { conversations } from './conversation-schema.ts'
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

  const activate = db.transaction<Activations['activate']>((record, { again, budget }) => {
    const { session, skill, version, tokens, at } = record
    const active = rowsOf(session)
    const own = active.find((row) => row.skill === skill)
    const used = active.filter((row) => row !== own).reduce((sum, row) => sum + Number(row.text), 0)
    const isKnown = own?.decisionId === version
    if (isKnown && own !== undefined && !again) return { state: 'already', total: used + Number(own.text) }
    if (budget !== undefined && used + tokens > budget) return { state: 'over', total: used }
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
