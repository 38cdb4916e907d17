import type { ProposalRecord } from '../../store/ports/review-store.ts'

/** Rules that refuse a proposal only because another skill already has its content. */
const DUPLICATE: readonly (string | null)[] = ['known', 'waiting']

/** Whether a proposal was refused for another skill, or merged into it, and else were a skill of its own. */
export function isForAnother({ status, rule, skill, proposal }: ProposalRecord): boolean {
  const proposed = (JSON.parse(proposal) as { readonly skill?: { readonly name?: unknown } | null }).skill?.name
  if (typeof proposed !== 'string') return false
  return status === 'staged' ? skill !== proposed : DUPLICATE.includes(rule)
}

/** The id of the proposal as which one becomes a skill of its own. */
export const ownId = (id: string): string => `${id}-own`

/** Proposals with whether a person can still say that they are no duplicates; `among` are those of the same time. */
export const withDuplicates = (
  some: readonly ProposalRecord[],
  among: readonly ProposalRecord[] = some,
): readonly DoubtedProposal[] => {
  const ids = new Set(among.map(({ id }) => id))
  return some.map((one) => ({ ...one, duplicate: isForAnother(one) && !ids.has(ownId(one.id)) }))
}

export interface DoubtedProposal extends ProposalRecord {
  /** Another skill is the only reason why it is no skill of its own. */
  readonly duplicate: boolean
}
