import { askedText } from './asked.ts'
import { featuresOf } from './features.ts'
import { similarity } from './similarity.ts'
import { THRESHOLDS } from './thresholds.ts'

/**
 * Whether requests are for the same task as earlier ones: at least two in three have a mean similarity to their two
 * nearest earlier requests of `THRESHOLDS.mutual` or more. Needed because a group can share its name with another that
 * is only similar. Lexical only: with embeddings a skill also took requests on the same topic (drafts of one real task
 * 22 of 23 → 18 of 23).
 */
export function resembles(requests: readonly string[], earlier: readonly string[]): boolean {
  const known = earlier.map((text) => featuresOf(askedText(text)))
  const like = requests.filter((text) => {
    const own = featuresOf(askedText(text))
    const [best = 0, next = best] = known.map((other) => similarity(own, other)).sort((a, b) => b - a)
    return (best + next) / 2 >= THRESHOLDS.mutual
  })
  return 3 * like.length >= 2 * requests.length
}
