/** A list to align: the exact identity and the kind of each item. */
export interface AlignedList {
  readonly exact: readonly number[]
  /** Only items of one kind can be paired. */
  readonly sort: readonly number[]
}

/** The weight of pairing `a[i]` with `b[j]`, above 0; called only for unequal items of one kind. */
export type Weight = (i: number, j: number) => number

/**
 * The heaviest common subsequence of two lists, as pairs of indices in order; equal items weigh 1. Long lists are first
 * anchored at items that occur exactly once in both (patience diff); between two anchors the result is optimal.
 */
export function commonSubsequence(
  a: AlignedList,
  b: AlignedList,
  weight: Weight,
): readonly (readonly [number, number])[] {
  const [n, m] = [a.exact.length, b.exact.length]
  const pairs: (readonly [number, number])[] = []
  let fromA = 0
  let fromB = 0
  const pins = n * m <= SMALL ? [] : increasing(uniquePairs(a.exact, b.exact))
  for (const [i, j] of [...pins, [n, m] as const]) {
    between(a, b, [fromA, i, fromB, j], weight, pairs)
    if (i < n) pairs.push([i, j])
    fromA = i + 1
    fromB = j + 1
  }
  return pairs
}

/** Table cells up to which the full search is cheaper than finding anchors. */
const SMALL = 40_000
/** Limit of cells of one table: 16 MB, enough for runs of 4,000 steps. */
const MAX_CELLS = 16_000_000

const SKIP_A = 1
const SKIP_B = 2
const TAKE = 3

function between(
  a: AlignedList,
  b: AlignedList,
  [fromA, toA, fromB, toB]: readonly [number, number, number, number],
  weight: Weight,
  pairs: (readonly [number, number])[],
): void {
  const n = toA - fromA
  const m = Math.min(toB - fromB, n <= 0 ? 0 : Math.max(1, Math.floor(MAX_CELLS / n)))
  if (n <= 0 || m <= 0) return
  const way = new Uint8Array(n * m)
  const sorts = Int32Array.from(b.sort.slice(fromB, fromB + m))
  let next = new Float64Array(m + 1)
  let row = new Float64Array(m + 1)
  for (let i = n - 1; i >= 0; i--) {
    const sort = a.sort[fromA + i]!
    const exact = a.exact[fromA + i]!
    for (let j = m - 1; j >= 0; j--) {
      let best = next[j]!
      let turn = SKIP_A
      if (row[j + 1]! > best) {
        best = row[j + 1]!
        turn = SKIP_B
      }
      if (sorts[j] === sort) {
        const sum = (b.exact[fromB + j] === exact ? 1 : weight(fromA + i, fromB + j)) + next[j + 1]!
        if (sum >= best) {
          best = sum
          turn = TAKE
        }
      }
      row[j] = best
      way[i * m + j] = turn
    }
    ;[next, row] = [row, next]
  }
  follow(way, n, m, (i, j) => pairs.push([fromA + i, fromB + j]))
}

function follow(way: Uint8Array, n: number, m: number, take: (i: number, j: number) => void): void {
  for (let i = 0, j = 0; i < n && j < m; ) {
    const turn = way[i * m + j]
    if (turn === TAKE) take(i++, j++)
    else if (turn === SKIP_A) i++
    else j++
  }
}

/** Index pairs of the identities that occur exactly once in both lists. */
function uniquePairs(a: readonly number[], b: readonly number[]): readonly (readonly [number, number])[] {
  const inB = places(b)
  return [...places(a)]
    .flatMap(([key, i]) => {
      const j = inB.get(key)
      return i >= 0 && j !== undefined && j >= 0 ? [[i, j] as const] : []
    })
    .sort((x, y) => x[0] - y[0])
}

/** The index of each identity; -1 if it occurs more than once. */
function places(list: readonly number[]): Map<number, number> {
  const seen = new Map<number, number>()
  list.forEach((key, i) => void seen.set(key, seen.has(key) ? -1 : i))
  return seen
}

/** The longest subsequence of pairs with increasing second index (patience sorting); pairs are sorted by the first. */
function increasing(pairs: readonly (readonly [number, number])[]): readonly (readonly [number, number])[] {
  const tops: number[] = []
  const before: number[] = []
  pairs.forEach(([, j], at) => {
    let low = 0
    let high = tops.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (pairs[tops[middle]!]![1] < j) low = middle + 1
      else high = middle
    }
    before[at] = low > 0 ? tops[low - 1]! : -1
    tops[low] = at
  })
  const kept: (readonly [number, number])[] = []
  for (let at = tops.at(-1) ?? -1; at >= 0; at = before[at]!) kept.push(pairs[at]!)
  return kept.reverse()
}
