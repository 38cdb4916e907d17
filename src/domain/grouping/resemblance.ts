import { nearness, type Vectors } from '../vectors/vectors.ts'
import { askedText } from './asked.ts'
import { type Features, featuresOf } from './features.ts'
import { similarity, withMeaning } from './similarity.ts'
import { THRESHOLDS } from './thresholds.ts'

/**
 * Whether requests are for what earlier ones were for: two in three of them are as like their two nearest earlier ones as
 * the turns of one draft are like each other. A group may have the name of another that it is only near to.
 */
export function resembles(
  requests: readonly string[],
  earlier: readonly string[],
  vectors: Vectors = () => undefined,
): boolean {
  const known = earlier.map((text) => read(text, vectors))
  const like = requests.filter((text) => {
    const own = read(text, vectors)
    const [best = 0, next = best] = known.map((other) => likeness(own, other)).sort((a, b) => b - a)
    return (best + next) / 2 >= THRESHOLDS.mutual
  })
  return 3 * like.length >= 2 * requests.length
}

interface Read {
  readonly features: Features
  readonly vector: Float32Array | undefined
}

function read(text: string, vectors: Vectors): Read {
  const asked = askedText(text)
  return { features: featuresOf(asked), vector: vectors(asked) }
}

function likeness(a: Read, b: Read): number {
  return a.vector === undefined || b.vector === undefined
    ? similarity(a.features, b.features)
    : withMeaning(a.features, b.features, nearness(a.vector, b.vector))
}
