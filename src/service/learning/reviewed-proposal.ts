import type { Fallen } from '../../domain/learning/gate.ts'
import type { Proposal } from '../../domain/learning/proposal.ts'
import type { ProposalRecord } from '../../store/ports/review-store.ts'
import type { Questions } from './questions.ts'
import type { Staged } from './staged.ts'

/** A proposal of a review as its checks left it, with its result. */
export interface ReviewedProposal {
  readonly skill: string
  readonly proposal: Proposal
  readonly staged: Staged
  /** What was taken out of it. */
  readonly fallen: readonly Fallen[]
  readonly id: string
  /** Ids of the calls behind it. */
  readonly calls: readonly string[]
}

/** What a model said of a subject: a proposal that rules decided on, or why there is none. */
export interface ProposalOutcome {
  readonly reason: string
  readonly found?: ReviewedProposal
}

/** The proposal with its id, and the result of its review. */
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

/** A proposal as a database record; `at` in Unix ms. */
export function recordOf(
  { id, skill, proposal, staged, fallen, calls }: ReviewedProposal,
  subject: string,
  at: number,
): ProposalRecord {
  return {
    ...{ id, subject, skill, operation: proposal.operation, calls, at, proposal: JSON.stringify(proposal) },
    ...resultOf(staged, proposal.reason, fallen),
  }
}

/** The columns of a record that hold the result; the reason names what was taken out. */
export const resultOf = (
  staged: Staged,
  reason: string,
  fallen: readonly Fallen[],
): Pick<ProposalRecord, 'status' | 'rule' | 'reason' | 'versionId'> =>
  staged.status === 'staged'
    ? { status: 'staged', rule: null, reason: [reason, ...fallen.map(leftOut)].join('; '), versionId: staged.versionId }
    : { ...staged, versionId: null }

export const leftOut = ({ text, rule, reason }: Fallen): string => `left out "${text}" (${rule}: ${reason})`
