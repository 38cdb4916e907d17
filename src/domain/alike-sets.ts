/** Sets are compared with at most so many that share a rare word: among thousands that all say the same, some pairs say it. */
const MAX_COMPARED = 100

/** A product such as 0.8 × 35 may come out above the whole number that it is. */
const ROUNDING = 1e-9

/** Two places in the list, the lower first, and the share of their words (Jaccard) that is the same. */
export type AlikePair = readonly [one: number, other: number, alike: number]

/**
 * Pairs of sets of at least so many words that are alike to at least this share, in the order of the list. Sets are found by
 * their rarest words: two that share a part `t` of all their words share one of the first `n - ceil(t n) + 1` of each
 * (prefix filtering: Bayardo, Ma and Srikant, "Scaling up all pairs similarity search", 2007).
 */
export function alikeSets(
  sets: readonly ReadonlySet<string>[],
  { least, fewest }: { readonly least: number; readonly fewest: number },
): readonly AlikePair[] {
  const count = new Map<string, number>()
  for (const set of sets) for (const word of set) count.set(word, (count.get(word) ?? 0) + 1)
  const rarer = (a: string, b: string): number => (count.get(a) ?? 0) - (count.get(b) ?? 0) || (a < b ? -1 : 1)
  const showing = new Map<string, number[]>()
  const found: AlikePair[] = []
  for (const [index, set] of sets.entries()) {
    if (set.size < fewest) continue
    const prefix = [...set].sort(rarer).slice(0, set.size - Math.ceil(least * set.size - ROUNDING) + 1)
    const near = new Set<number>()
    for (const word of prefix) {
      const others = showing.get(word) ?? []
      // The newest first: they are more alike than those of long ago.
      for (let at = others.length - 1; at >= 0 && near.size < MAX_COMPARED; at--) near.add(others[at]!)
      others.push(index)
      showing.set(word, others)
    }
    for (const other of near) {
      const alike = jaccard(sets[other]!, set)
      if (alike >= least) found.push([other, index, alike])
    }
  }
  return found.sort(([a, b], [c, d]) => a - c || b - d)
}

function jaccard(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let both = 0
  for (const word of a) if (b.has(word)) both++
  return both / (a.size + b.size - both)
}
