import { WaylandError } from '../domain/errors.ts'
import type { Session, SessionTurn } from '../domain/learning/session.ts'
import { redactTurn } from '../domain/redact.ts'
import { toTrajectory } from '../domain/turn.ts'
import { CONVERSATIONS } from '../engines/engines.ts'
import type { GivenConversations } from '../service/learning/learner.ts'
import { TRANSCRIPTS } from './transcripts.ts'

/**
 * The conversations of files, as `import openai-chat` reads them; with `judged`, each must say whether it succeeded. Throws
 * `no_such_file` and `bad_document`.
 */
export async function conversationsIn({ paths, judged }: GivenConversations, now: Date): Promise<readonly Session[]> {
  const found = new Map<string, SessionTurn[]>()
  for (const path of paths) {
    let turns = 0
    for await (const event of TRANSCRIPTS.read(CONVERSATIONS, path, { latest: now.getTime() })) {
      if (event.kind !== 'turn' || event.takenBack) continue
      turns++
      if (judged && event.judged !== true) throw unjudged(path, event.turn.sessionId)
      // As it is recorded, so that an id in which a secret stands is the id of its row.
      const trajectory = redactTurn(toTrajectory(event.turn, now))
      const session = trajectory.sessionId ?? ''
      found.set(session, [...(found.get(session) ?? []), { id: `${session}:${turns}`, trajectory }])
    }
    if (turns === 0)
      throw new WaylandError('bad_document', `${path}: it holds no conversation in the shape of the OpenAI API`, {
        hint: 'A list of {role, content}, an object with "messages", or one of these a line; see "wayland-core import --help".',
      })
  }
  return [...found].map(([sessionId, turns]) => ({ engine: CONVERSATIONS, sessionId, turns }))
}

const unjudged = (path: string, sessionId = '') =>
  new WaylandError('bad_document', `${path}: the run "${sessionId.slice(0, 60)}" does not say whether it succeeded`, {
    hint: 'Each run holds "success": true or false beside its messages; read others with "learn --conversations".',
  })
