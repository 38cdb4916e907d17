import type { Fallen } from '../../domain/learning/gate.ts'
import type { Proposal } from '../../domain/learning/proposal.ts'
import type { ProposalRecord } from '../../store/ports/review-store.ts'
import type { ReviewedProposal } from './learn-report.ts'
import type { Conclusion, Questions } from './pipe.ts'
import type { Staged } from './staged.ts'

/** What a model said of a subject: a proposal that rules decided on, or why there is none. */
export interface ProposalOutcome {
  readonly reason: string
  readonly found?: ReviewedProposal
}

export function reviewedAs(
  proposal: Proposal,
  staged: Staged,
  fallen: readonly Fallen[],
  { calls }: Questions,
  id: string,
): ProposalOutcome {
  const { operation, reason } = proposal
  const skill = staged.status === 'staged' ? staged.skill : (proposal.skill?.name ?? proposal.target)
  return {
    reason: staged.status === 'staged' ? `${operation}: ${reason}` : `refused (${staged.rule}): ${staged.reason}`,
    found: { skill, proposal, staged, fallen, calls: [...new Set(calls)], id },
  }
}

/** The conclusion of a review from which a model may propose one skill; `at` in Unix ms. */
export const concluded = (
  why: string,
  { reason, found }: ProposalOutcome,
  subject: string,
  at: number,
): Conclusion => ({
  reason: `${why}; ${reason}`,
  records: found === undefined ? [] : [recordOf(found, subject, at)],
  tell(report) {
    report.reviewed++
    if (found !== undefined) report.proposals.push({ ...found, subject })
  },
})

const recordOf = (
  { id, skill, proposal, staged, fallen, calls }: ReviewedProposal,
  subject: string,
  at: number,
): ProposalRecord => ({
  ...{ id, subject, skill, operation: proposal.operation, calls, at, proposal: JSON.stringify(proposal) },
  ...resultOf(staged, proposal.reason, fallen),
})

/** The columns of a record that hold the result; the reason names what was taken out. */
export const resultOf = (
  staged: Staged,
  reason: string,
  fallen: readonly Fallen[],
): Pick<ProposalRecord, 'status' | 'rule' | 'reason' | 'versionId'> =>
  staged.status === 'staged'
    ? { status: 'staged', rule: null, reason: [reason, ...fallen.map(leftOut)].join('; '), versionId: staged.versionId }
    : { ...staged, versionId: null }

const leftOut = ({ text, rule, reason }: Fallen): string => `left out "${text}" (${rule}: ${reason})`
