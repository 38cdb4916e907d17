import type { CallStore } from '../store/ports/call-store.ts'
import type { ProposalRecord, ReviewStore } from '../store/ports/review-store.ts'

/** A proposal with what its calls cost. */
export interface CostedProposal extends Omit<ProposalRecord, 'proposal'> {
  /** The models that were asked. */
  readonly models: readonly string[]
  readonly tokens: { readonly input: number; readonly output: number } | 'unknown'
}

/** Proposals of one skill that are told of. */
const MAX_PROPOSALS = 20

/** What a model proposed about a skill, newest first, and what became of it. */
export async function proposalsAbout(
  store: ReviewStore & CallStore,
  skill: string,
): Promise<readonly CostedProposal[]> {
  const found = await store.modelProposals(MAX_PROPOSALS, skill)
  return await Promise.all(
    found.map(async ({ proposal: _, ...one }) => {
      const calls = await Promise.all(one.calls.map((id) => store.keptAnswer(id)))
      const isKnown = calls.every((call) => typeof call?.input === 'number' && typeof call.output === 'number')
      const sum = (of: 'input' | 'output') => calls.reduce((all, call) => all + (call?.[of] ?? 0), 0)
      return {
        ...one,
        models: [...new Set(calls.flatMap((call) => call?.model ?? []))],
        tokens: isKnown ? { input: sum('input'), output: sum('output') } : ('unknown' as const),
      }
    }),
  )
}
