import type { Rejection } from '../domain/learning/gate.ts'
import { proposalSchema } from '../domain/learning/proposal.ts'
import type { LedgerStore } from '../store/ports/ledger-store.ts'
import type { ProposalRecord, ReviewStore } from '../store/ports/review-store.ts'
import type { SkillLookups } from '../store/ports/skill-lookups.ts'
import type { VersionStore } from '../store/ports/version-store.ts'

/** The latest proposals of a model that were staged once, and that a person rejected, archived or revoked since. */
export type Rejections = () => Promise<readonly Rejection[]>

/** Proposals that are looked through, the latest. */
const MAX_PROPOSALS = 200
/** Moves by which a person says that a proposal is not wanted. */
const REJECTING: readonly string[] = ['reject', 'archive', 'revoke']

/** What the ledger says where the person gave no reason. */
const NO_REASON = /^(?:[a-z]+ by a person|version [\w.-]+ was rejected)(?:;|$)/

export function createRejections(store: ReviewStore & SkillLookups & VersionStore & LedgerStore): Rejections {
  async function isRejected({ skill, versionId }: ProposalRecord): Promise<boolean> {
    const row = await store.skill(skill)
    if (row === undefined || row.status === 'archived' || row.status === 'revoked') return true
    return (await store.versions(row.id)).find(({ id }) => id === versionId)?.state === 'rejected'
  }

  /** The reason that the person gave; '' where the ledger does not tell one. */
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
      // What stands as a skill of its own is wanted, whatever became of it elsewhere.
      if (!(await isRejected(one))) kept.add(one.proposal)
      if (kept.has(one.proposal)) continue
      const { data } = proposalSchema.safeParse(JSON.parse(one.proposal))
      if (data !== undefined && data.skill !== null) found.push({ skill: data.skill, reason: await reasonOf(one) })
    }
    return found
  }
}
