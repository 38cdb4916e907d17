import type { SessionKey } from '../store/ports/review-store.ts'

/** What a look at the requests of a project is called where reviews have their sessions; '': turns without a project. */
export const requestsOf = (projectDir: string): string => `requests of ${projectDir === '' ? 'no project' : projectDir}`

/** The key of such a look among the reviews of sessions. */
export const lookKey = (projectDir: string): SessionKey => ({ engine: 'recurring', sessionId: projectDir })
