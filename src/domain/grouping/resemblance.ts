import { askedText } from './asked.ts'
import { featuresOf } from './features.ts'
import { similarity } from './similarity.ts'
import { THRESHOLDS } from './thresholds.ts'

/**
 * Whether requests are for what earlier ones were for: two in three of them are as like their two nearest earlier ones as
 * the turns of one draft are like each other. A group may have the name of another that it is only near to. By words alone:
 * with meanings as well a skill drew in whatever is about the same (drafts of one real task 22 of 23 → 18 of 23).
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
