import type { Clock } from '../clock.ts'
import type { AskedReviews, Reviewed, Run } from './asked-review.ts'
import { type Draft, note } from './learn-report.ts'
import type { Questions } from './questions.ts'
import { type ProposalOutcome, type ReviewedProposal, recordOf } from './reviewed-proposal.ts'

/** Reviews a subject from which a model may propose one skill, and adds the result to the report. */
export type ProposalReview = (
  reviewed: Reviewed,
  asker: Run,
  report: Draft,
  propose: (questions: Questions) => Promise<ProposalOutcome>,
) => Promise<void>

export function proposalReview(reviews: AskedReviews, clock: Clock): ProposalReview {
  return async (reviewed, asker, report, propose) => {
    const { subject } = reviewed
    let found: ReviewedProposal | undefined
    const outcome = await reviews.review(reviewed, asker, async (questions) => {
      const made = await propose(questions)
      found = made.found
      const records = found === undefined ? [] : [recordOf(found, subject, clock.now().getTime())]
      return { reason: made.reason, records }
    })
    if (outcome.state === 'reviewed') report.reviewed++
    if (outcome.state === 'reviewed' && found !== undefined) report.proposals.push({ ...found, subject })
    note(report, { ...outcome, subject })
  }
}
