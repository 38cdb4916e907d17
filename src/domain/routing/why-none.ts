import type { Decision } from '../decision.ts'
import { ELSEWHERE } from './explanation.ts'

/** Why nothing was offered, in words; `elsewhere` is the skill that fits and belongs to another project. */
export function whyNone(decision: Pick<Decision, 'reason' | 'explanation'>): {
  readonly words: string
  readonly elsewhere?: string
} {
  const { reason, explanation } = decision
  const { candidates = [], threshold = 0 } = explanation ?? {}
  const words = WORDS[reason] ?? reason
  const [nearest] = candidates.toSorted((a, b) => b.relevance - a.relevance)
  if (nearest === undefined) return { words }
  const { skill, relevance, why } = nearest
  if (reason === 'held_out') return { words: `${skill} ${why}` }
  if (reason === 'no_skill') return { words: `nearest is ${skill}: ${why}` }
  if (reason !== 'below_threshold') return { words }
  return why === ELSEWHERE && relevance >= threshold
    ? { words: `${skill} fits, but is offered in its own project only`, elsewhere: skill }
    : { words: `none fits: nearest is ${skill} with ${relevance.toFixed(2)}, needed ${threshold.toFixed(2)}` }
}

const WORDS: Readonly<Record<string, string>> = {
  no_candidates: 'there are no skills yet',
  late: 'no time was left to decide',
  below_threshold: 'no skill is likely enough to fit',
  no_skill: 'going without one fits best',
  held_out: 'this task goes without one, so that the benefit can be measured',
  known: 'this prompt was answered before',
  off: 'wayland-core is switched off',
}
