import type { Session } from './evidence.ts'

/** What a review is about, in the words by which calls, reviews and proposals name it. */
export type Subject = string

type SessionKey = Pick<Session, 'engine' | 'sessionId'>

export const sessionSubject = ({ engine, sessionId }: SessionKey): Subject => `session ${engine}:${sessionId}`

/** The session of a subject; undefined where the subject is something else. */
export function sessionOf(subject: Subject): SessionKey | undefined {
  const [, engine, sessionId] = /^session ([\w-]{1,40}):(.+)$/s.exec(subject) ?? []
  return engine === undefined || sessionId === undefined ? undefined : { engine, sessionId }
}

/** The n-th passage of a document, with the beginning of its digest. */
export const passageSubject = (
  name: string,
  { number, of }: { readonly number: number; readonly of: number },
  digest: string,
): Subject => `document ${name.slice(0, 80)}, passage ${number} of ${of} (${digest.slice(0, 8)})`

export const isPassage = (subject: Subject): boolean => subject.startsWith('document ')

export const draftSubject = (skill: string): Subject => `draft ${skill}`

/** The requests of a project; '': turns without a project. */
export const requestsSubject = (project: string): Subject => `requests of ${project === '' ? 'no project' : project}`

/** The key under which the review of a project's requests is stored beside those of sessions. */
export const requestsKey = (project: string): SessionKey => ({ engine: 'recurring', sessionId: project })
