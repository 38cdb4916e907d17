/**
 * The heaviest common subsequence of two lists, as pairs of positions in order. `weight(i, j)` says how well `a[i]` and
 * `b[j]` fit, 0 = not at all. `anchors(i)` and `anchors(j)` are exact identities: those that occur once on both sides
 * pin the two lists together first (patience), so that long runs cost little; between two pins the search is complete.
 */
export function commonSubsequence(
  a: readonly number[],
  b: readonly number[],
  weight: (i: number, j: number) => number,
): readonly (readonly [number, number])[] {
  const pairs: (readonly [number, number])[] = []
  let fromA = 0
  let fromB = 0
  const pins = a.length * b.length <= SMALL ? [] : increasing(uniquePairs(a, b))
  for (const [i, j] of [...pins, [a.length, b.length] as const]) {
    between(fromA, i, fromB, j, weight, pairs)
    if (i < a.length) pairs.push([i, j])
    fromA = i + 1
    fromB = j + 1
  }
  return pairs
}

/** Below this many cells the complete search costs less than looking for pins. */
const SMALL = 40_000
/** Cells of one table at most: 4 MB of directions. */
const MAX_CELLS = 4_000_000

const SKIP_A = 1
const SKIP_B = 2
const TAKE = 3

function between(
  fromA: number,
  toA: number,
  fromB: number,
  toB: number,
  weight: (i: number, j: number) => number,
  pairs: (readonly [number, number])[],
): void {
  const n = toA - fromA
  const m = Math.min(toB - fromB, n === 0 ? 0 : Math.max(1, Math.floor(MAX_CELLS / n)))
  if (n <= 0 || m <= 0) return
  const way = new Uint8Array(n * m)
  let next = new Float64Array(m + 1)
  let row = new Float64Array(m + 1)
  for (let i = n - 1; i >= 0; i--) {
    for (let j = m - 1; j >= 0; j--) {
      let best = next[j]!
      let turn = SKIP_A
      if (row[j + 1]! > best) {
        best = row[j + 1]!
        turn = SKIP_B
      }
      const fit = weight(fromA + i, fromB + j)
      if (fit > 0 && fit + next[j + 1]! >= best) {
        best = fit + next[j + 1]!
        turn = TAKE
      }
      row[j] = best
      way[i * m + j] = turn
    }
    ;[next, row] = [row, next]
  }
  for (let i = 0, j = 0; i < n && j < m; ) {
    const turn = way[i * m + j]
    if (turn === TAKE) pairs.push([fromA + i++, fromB + j++])
    else if (turn === SKIP_A) i++
    else j++
  }
}

/** Identities that occur exactly once on both sides. */
function uniquePairs(a: readonly number[], b: readonly number[]): readonly (readonly [number, number])[] {
  const inB = places(b)
  return [...places(a)]
    .flatMap(([key, i]) => {
      const j = inB.get(key)
      return i >= 0 && j !== undefined && j >= 0 ? [[i, j] as const] : []
    })
    .sort((x, y) => x[0] - y[0])
}

/** Position of every identity, -1 where it occurs more than once. */
function places(list: readonly number[]): Map<number, number> {
  const seen = new Map<number, number>()
  list.forEach((key, i) => void seen.set(key, seen.has(key) ? -1 : i))
  return seen
}

/** Longest increasing subsequence by the second place (patience sorting), for pairs in order of the first. */
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
