import type { ReviewRow, ReviewStore, SessionKey } from '../store/ports/review-store.ts'

/** Turns of a session that the decision on its review rests on. */
const MAX_TURNS = 200
/**
 * Whether a session was reviewed for something to learn, and why or why not, in a line. A session that no review looked at
 * is judged as the next one would; undefined where none would come (`learns`: a model is configured).
 */
export async function reviewStatus(
  store: ReviewStore,
  session: SessionKey,
  learns: boolean,
): Promise<string | undefined> {
  if (session.sessionId === '') return undefined
  const row = await store.review(session)
  if (row !== undefined) return `${WORDS[row.state](row)}: ${row.reason}`
  if (!learns) return undefined
  const { reviewDecision } = await import('../domain/learning/review-reasons.ts')
  const decision = reviewDecision({ turns: await store.sessionTurns(session, MAX_TURNS) })
  return decision.due
    ? `not yet; it will be: ${decision.reasons.join(', ')}`
    : `not yet; it will not be: ${decision.reason}`
}

const dayOf = ({ at }: ReviewRow): string => new Date(at).toISOString().slice(0, 10)

const WORDS: Readonly<Record<ReviewRow['state'], (row: ReviewRow) => string>> = {
  reviewed: (row) => `reviewed ${dayOf(row)}`,
  skipped: (row) => `not reviewed, ${dayOf(row)}`,
  waiting: () => 'a review waits for an answer',
  working: () => 'a review is under way',
  failed: (row) => `a review failed, ${row.attempts} of 2 attempts`,
}
