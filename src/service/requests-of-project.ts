import type { SessionKey } from '../store/ports/review-store.ts'

/** The subject of a review of a project's requests; '': turns without a project. */
export const requestsOf = (projectDir: string): string => `requests of ${projectDir === '' ? 'no project' : projectDir}`

/** The key of such a review in the table of session reviews. */
export const lookKey = (projectDir: string): SessionKey => ({ engine: 'recurring', sessionId: projectDir })
