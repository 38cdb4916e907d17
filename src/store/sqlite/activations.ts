import type { Database } from 'better-sqlite3'
import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import type { Sync } from '../asynchronous.ts'
import type { ActivationRecord, ConversationStore } from '../ports/decision-store.ts'
import { notesOf } from './notes.ts'
import { conversations } from './routing-schema.ts'
import { given, statements } from './statements.ts'

type Activations = Sync<Pick<ConversationStore, 'activations' | 'activate'>>

/** The skills that are active in each session, in the order in which they came. */
export function activationTable(db: Database): Activations {
  const kept = notesOf<readonly ActivationRecord[]>(db, 'active')
  const activations = (session: string) => kept.get(session) ?? []
  const activate = db.transaction<Activations['activate']>((record, again) => {
    const active = activations(record.session)
    const own = active.find(({ skill }) => skill === record.skill)
    const used = active.reduce((sum, one) => (one === own ? sum : sum + one.tokens), 0)
    const isKnown = own?.version === record.version
    if (isKnown && own !== undefined && !again) return { state: 'already', total: used + own.tokens }
    kept.put(
      record.session,
      own === undefined ? [...active, record] : active.map((one) => (one === own ? record : one)),
    )
    return { state: isKnown ? 'again' : 'new', total: used + record.tokens }
  })
  return { activations, activate: activate.immediate }
}

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
