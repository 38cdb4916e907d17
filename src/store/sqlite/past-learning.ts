import type { Database } from 'better-sqlite3'

/** Rows of a kind deleted in one pass. */
const AT_ONCE = 500
/** Latest proposals that are kept whatever their age: readers look through no more. */
const KEPT_PROPOSALS = 1_000
/** Calls younger than this are kept: budgets and sums of what was spent count them, over a month at most. In ms. */
const SPENDING_MS = 32 * 86_400_000

/** Reviews of sessions of which no turn is left; that a document or a task was looked at is kept. */
const DROP_REVIEWS = `
  DELETE FROM session_reviews WHERE (engine, session_id) IN (
    SELECT engine, session_id FROM session_reviews r
    WHERE at < ? AND state NOT IN ('waiting', 'working') AND engine NOT IN ('recurring', 'reword', 'document')
      AND NOT EXISTS (SELECT 1 FROM turns t WHERE t.engine = r.engine AND t.session_id = r.session_id)
    LIMIT ${AT_ONCE})`

/** Proposals that became no version, or one that was deleted. */
const DROP_PROPOSALS = `
  DELETE FROM model_proposals WHERE id IN (
    SELECT id FROM model_proposals
    WHERE at < ? AND (version_id IS NULL OR version_id NOT IN (SELECT id FROM skill_versions))
      AND id NOT IN (SELECT id FROM model_proposals ORDER BY at DESC, id DESC LIMIT ${KEPT_PROPOSALS})
    LIMIT ${AT_ONCE})`

/** Answers that no proposal, and no review that goes on, was made from. */
const DROP_CALLS = `
  DELETE FROM model_calls WHERE n IN (
    SELECT n FROM model_calls
    WHERE at < ? AND state <> 'waiting'
      AND id NOT IN (SELECT value FROM model_proposals, json_each(calls_json))
      AND id NOT IN (SELECT value FROM session_reviews, json_each(calls_json) WHERE state IN ('waiting', 'working', 'failed'))
    LIMIT ${AT_ONCE})`

/** Deletes what learning with a model left behind, a bounded number of rows a call; call it inside a transaction. */
export function pastLearning(db: Database): (rule: { readonly before: number; readonly now: number }) => void {
  const dropReviews = db.prepare<[number]>(DROP_REVIEWS)
  const dropProposals = db.prepare<[number]>(DROP_PROPOSALS)
  const dropCalls = db.prepare<[number]>(DROP_CALLS)
  return ({ before, now }) => {
    dropReviews.run(before)
    dropProposals.run(before)
    dropCalls.run(Math.min(before, now - SPENDING_MS))
  }
}
