import { WaylandError } from '../domain/errors.ts'
import type { SessionTurn } from '../domain/learning/evidence.ts'
import { redactTurn } from '../domain/redact.ts'
import { toTrajectory } from '../domain/turn.ts'
import { CONVERSATIONS } from '../engines/engines.ts'
import type { BadRow, Conversations, GivenConversations } from '../service/learning/learner.ts'
import { TRANSCRIPTS } from './transcripts.ts'

/**
 * The conversations of files, as `import openai-chat` reads them, and the rows that are none; with `judged`, one that does
 * not say whether it succeeded is none. Throws `not_found`, and `bad_file` for a file without any.
 */
export async function conversationsIn({ paths, judged }: GivenConversations, now: Date): Promise<Conversations> {
  const found = new Map<string, SessionTurn[]>()
  const bad = new Map<string, BadRow>()
  for (const path of paths) {
    let turns = 0
    const name = (row: string, why: string) => bad.set(`${path} ${row}`, { subject: `${path}, ${row}`, why })
    for await (const event of TRANSCRIPTS.read(CONVERSATIONS, path, { latest: now.getTime() })) {
      if (event.kind === 'error') name(`line ${event.line}`, event.message)
      if (event.kind === 'skipped' && NO_ROW.has(event.reason)) name(`row ${event.line}`, NONE)
      if (event.kind !== 'turn' || event.takenBack) continue
      turns++
      if (judged && event.judged !== true) {
        name(`run "${event.turn.sessionId?.slice(0, 60)}"`, 'it does not say whether it succeeded')
        continue
      }
      // As it is recorded, so that an id in which a secret stands is the id of its row.
      const trajectory = redactTurn(toTrajectory(event.turn, now))
      const session = trajectory.sessionId ?? ''
      found.set(session, [...(found.get(session) ?? []), { id: `${session}:${turns}`, trajectory }])
    }
    if (turns === 0)
      throw new WaylandError('bad_file', `${path}: it holds no conversation in the shape of the OpenAI API`, {
        hint: 'A list of {role, content}, an object with "messages", "conversation", "conversations" or "history", or one of these a line; see "wayland-core import --help".',
      })
  }
  if (judged && found.size === 0) throw unjudged([...bad.values()][0]?.subject ?? '')
  const sessions = [...found].map(([sessionId, turns]) => ({ engine: CONVERSATIONS, sessionId, turns }))
  return { sessions, bad: [...bad.values()] }
}

const NO_ROW: ReadonlySet<string> = new Set(['unknown_type', 'not_an_object', 'half_written'])
const NONE = 'it is no conversation in the shape of the OpenAI API'

const unjudged = (row: string) =>
  new WaylandError('bad_file', `${row}: it does not say whether it succeeded, and no other does`, {
    hint: 'Each run holds "success": true or false beside its messages; read others with "learn --conversations".',
  })
