import type { QueryTerm } from './query-term.ts'

/** Libraries below this many documents are walked whole. */
export const LARGE = 2000
/** Postings of one channel followed in one search: half a millisecond. */
const BUDGET = 30_000

/**
 * The terms worth walking to find documents, the rarest first: all in a small library; in a large one those of fewest
 * documents, until a budget is spent, so that a search costs no more in a library of millions. `frequent` is the share of the
 * documents above which a term of a large library finds no new one.
 */
export function worthWalking(
  terms: readonly QueryTerm[],
  frequency: (term: number) => number,
  { documents, frequent }: { readonly documents: number; readonly frequent: number },
): readonly QueryTerm[] {
  let left = BUDGET
  const most = documents < LARGE ? documents : documents * frequent
  return [...terms]
    .sort((a, b) => frequency(a.term) - frequency(b.term))
    .filter(({ term }) => {
      const first = left === BUDGET
      left -= frequency(term)
      return frequency(term) <= most && (first || left >= 0)
    })
}
