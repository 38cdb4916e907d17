import { growing16, growing32 } from './growing.ts'
import type { Postings, PostingsState } from './postings.ts'

/** Some documents alone, numbered in the order given; terms that nobody has any more get no number. */
export function compacted(
  postings: Postings,
  documents: readonly number[],
): { state: PostingsState; renumbered: (term: number) => number } {
  const numbers = new Map<number, number>()
  const hashes = growing32()
  const renumbered = (term: number): number => {
    const before = numbers.get(term)
    if (before !== undefined) return before
    numbers.set(term, hashes.length)
    hashes.push(postings.hash(term))
    return hashes.length - 1
  }
  const starts = growing32()
  const terms = growing32()
  const counts = growing16()
  const lengths = growing16()
  starts.push(0)
  for (const document of documents) {
    const entries = postings.entries(document).map(([term, packed]): [number, number] => [renumbered(term), packed])
    for (const [term, packed] of entries.sort((a, b) => a[0] - b[0])) {
      terms.push(term)
      counts.push(packed)
    }
    starts.push(terms.length)
    for (const length of postings.lengthsOf(document)) lengths.push(length)
  }
  const state = {
    hashes: hashes.items(),
    starts: starts.items(),
    terms: terms.items(),
    counts: counts.items(),
    lengths: lengths.items(),
  }
  return { state, renumbered }
}
