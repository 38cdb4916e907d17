import type { ReviewRow, ReviewStore, SessionKey } from '../../store/ports/review-store.ts'

/** Latest turns of a session from which its review is decided. */
const MAX_TURNS = 200
/**
 * One line on whether a session was reviewed, and why or why not. For a session without a review it says what the next
 * one would decide; undefined where no review would come (`learns`: a model is configured).
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
  const { reviewDecision } = await import('../../domain/learning/review-reasons.ts')
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
