import type { TurnTrajectory } from '../turn.ts'

/** A session as it was recorded: its turns by id, oldest first. */
export interface Session {
  readonly engine: string
  readonly sessionId: string
  readonly projectDir?: string | undefined
  readonly turns: readonly SessionTurn[]
}

export interface SessionTurn {
  readonly id: string
  readonly trajectory: TurnTrajectory
}

/** The session of a subject, `undefined` where the subject is something else. */
export function sessionOf(subject: string): Pick<Session, 'engine' | 'sessionId'> | undefined {
  const [, engine, sessionId] = /^session ([\w-]{1,40}):(.+)$/s.exec(subject) ?? []
  return engine === undefined || sessionId === undefined ? undefined : { engine, sessionId }
}

/** The subject by which calls, reviews and proposals name a session. */
export const subjectOf = ({ engine, sessionId }: Pick<Session, 'engine' | 'sessionId'>): string =>
  `session ${engine}:${sessionId}`
