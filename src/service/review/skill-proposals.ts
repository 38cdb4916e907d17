import type { CallStore } from '../../store/ports/call-store.ts'
import type { ReviewStore } from '../../store/ports/review-store.ts'
import { type DoubtedProposal, isForAnother, withDuplicates } from '../learning/duplicate-proposal.ts'

/** A proposal with the cost of its calls. */
export interface CostedProposal extends Omit<DoubtedProposal, 'proposal'> {
  /** The models that were asked. */
  readonly models: readonly string[]
  readonly tokens: { readonly input: number; readonly output: number } | 'unknown'
}

/** How many of a skill's latest proposals are listed at most. */
const MAX_PROPOSALS = 20
/** Latest proposals among which one that became a skill of its own is looked for. */
const MAX_LATEST = 1_000

/** A model's proposals about a skill with their results, newest first. */
export async function proposalsAbout(
  store: ReviewStore & CallStore,
  skill: string,
): Promise<readonly CostedProposal[]> {
  const found = await store.modelProposals(MAX_PROPOSALS, skill)
  const doubted = withDuplicates(found, found.some(isForAnother) ? await store.modelProposals(MAX_LATEST) : found)
  return await Promise.all(
    doubted.map(async ({ proposal: _, ...one }) => {
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
