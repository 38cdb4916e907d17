import type { QueryTerm } from './query-term.ts'

/** In libraries below this many documents all postings are traversed. */
export const LARGE = 2000
/** Maximum number of postings of one channel traversed in one search: half a millisecond. */
const BUDGET = 30_000

/**
 * The terms whose postings are traversed to find documents, the rarest first: all in a small library; in a large one
 * the rarest until a budget is spent, so that the cost of a search is bounded. `frequent`: document frequency, as a
 * share, above which a term of a large library is skipped.
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
