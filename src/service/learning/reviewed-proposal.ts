import type { Proposal } from '../../domain/learning/proposal.ts'
import type { ProposalRecord } from '../../store/ports/review-store.ts'
import type { Staged } from './staged.ts'

/** A proposal of a review, with its result. */
export interface ReviewedProposal {
  readonly skill: string
  readonly proposal: Proposal
  readonly staged: Staged
  readonly id: string
  /** Ids of the calls behind it. */
  readonly calls: readonly string[]
}

/** The proposal with its id, and the result of its review. */
export function reviewedAs(
  proposal: Proposal,
  staged: Staged,
  calls: readonly string[],
  id: string,
): { readonly reason: string; readonly found: ReviewedProposal } {
  const isStaged = staged.status === 'staged'
  return {
    reason: isStaged ? `${proposal.operation}: ${proposal.reason}` : `refused (${staged.rule}): ${staged.reason}`,
    found: {
      skill: isStaged ? staged.skill : (proposal.skill?.name ?? proposal.target),
      ...{ proposal, staged, calls, id },
    },
  }
}

/** The proposal as a database record; `at` in Unix ms. */
export function recordOf(found: ReviewedProposal, subject: string, at: number): ProposalRecord {
  const { id, skill, proposal, staged, calls } = found
  const isStaged = staged.status === 'staged'
  return {
    ...{ id, subject, skill, operation: proposal.operation, status: staged.status, calls, at },
    rule: isStaged ? null : staged.rule,
    reason: isStaged ? proposal.reason : staged.reason,
    proposal: JSON.stringify(proposal),
    versionId: isStaged ? staged.versionId : null,
  }
}
