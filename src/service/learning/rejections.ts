import type { Rejection } from '../../domain/learning/gate.ts'
import { proposalSchema } from '../../domain/learning/proposal.ts'
import { isWithdrawn } from '../../domain/skill.ts'
import type { ProposalRecord, ReviewStore } from '../../store/ports/review-store.ts'
import type { SkillLookups } from '../../store/ports/skill-store.ts'
import type { LedgerStore, VersionStore } from '../../store/ports/version-store.ts'

/** Latest proposals that were staged and that a person later rejected, archived or revoked. */
export type Rejections = () => Promise<readonly Rejection[]>

const MAX_PROPOSALS = 200
/** Moves with which a person rejects a proposal. */
const REJECTING: readonly string[] = ['reject', 'archive', 'revoke']

/** Ledger reasons that this program wrote because the person gave none. */
const NO_REASON = /^(?:[a-z]+ by a person|version [\w.-]+ was rejected)(?:;|$)/

export function createRejections(store: ReviewStore & SkillLookups & VersionStore & LedgerStore): Rejections {
  async function isRejected({ skill, versionId }: ProposalRecord): Promise<boolean> {
    const row = await store.skill(skill)
    if (row === undefined || isWithdrawn(row)) return true
    return (await store.versions(row.id)).find(({ id }) => id === versionId)?.state === 'rejected'
  }

  /** The person's reason; '' where the ledger has none. */
  async function reasonOf({ skill, versionId }: ProposalRecord): Promise<string> {
    const lines = (await store.ledger(skill)).filter(
      ({ actor, move }) => actor === 'person' && REJECTING.includes(move),
    )
    const own =
      lines.findLast((line) => line.versionId === versionId) ?? lines.findLast(({ move }) => move !== 'reject')
    return own === undefined || NO_REASON.test(own.reason) ? '' : own.reason
  }

  return async () => {
    const found: Rejection[] = []
    const kept = new Set<string>()
    for (const one of await store.modelProposals(MAX_PROPOSALS)) {
      if (one.status !== 'staged') continue
      // A proposal that became a skill of its own is wanted, even if it was rejected elsewhere.
      if (!(await isRejected(one))) kept.add(one.proposal)
      if (kept.has(one.proposal)) continue
      const { data } = proposalSchema.safeParse(JSON.parse(one.proposal))
      if (data !== undefined && data.skill !== null) found.push({ skill: data.skill, reason: await reasonOf(one) })
    }
    return found
  }
}
