import type { SkillLoop } from '../app/skill-loop.ts'
import { columns } from './columns.ts'

type Proposal = Awaited<ReturnType<SkillLoop['review']['proposals']>>[number]

/** Proposals of a model about a skill: what became of each, and its cost; one row each. */
export const proposalLines = (proposals: readonly Proposal[]): string =>
  columns(
    proposals.map(({ id, at, operation, status, rule, reason, subject, ...cost }) => [
      id.slice(0, 12),
      new Date(at).toISOString(),
      operation,
      status === 'staged' ? 'staged' : `refused, ${rule}`,
      costText(cost),
      subject,
      reason,
    ]),
  )

export const proposalToWire = ({ at, versionId, ...one }: Proposal) => ({
  ...one,
  version_id: versionId,
  at: new Date(at).toISOString(),
})

function costText({ calls, models, tokens }: Pick<Proposal, 'calls' | 'models' | 'tokens'>): string {
  const spent = tokens === 'unknown' ? 'tokens unknown' : `${tokens.input} tokens in, ${tokens.output} out`
  return `${calls.length} ${calls.length === 1 ? 'call' : 'calls'} of ${models.join(', ') || 'a model'}, ${spent}`
}
