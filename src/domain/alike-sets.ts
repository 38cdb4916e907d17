/**
 * Candidates that one set is compared with at most, the newest first: a bound for thousands of sets that share a rare
 * word.
 */
const MAX_COMPARED = 100

/** Tolerance for a product such as 0.8 × 35, which rounding may put above the whole number. */
const ROUNDING = 1e-9

/** Indices of two sets in the list, the lower one first, and their Jaccard similarity, 0 to 1. */
export type AlikePair = readonly [one: number, other: number, alike: number]

/**
 * Pairs of sets, each of at least `fewest` words, with a Jaccard similarity of at least `least`, in the order of the
 * list. Candidates are found by their rarest words: two sets of similarity `t` share one of the first `n - ceil(t n) +
 * 1` words of each (prefix filtering: Bayardo, Ma and Srikant, "Scaling up all pairs similarity search", 2007).
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
      // The newest first: a set is more similar to recent ones than to old ones.
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
