/**
 * Pairs of indices of two lists, ascending in both, whose sum of `worth` is the greatest; what is worth 0 is no pair. Of ways
 * that are worth as much it is the one that pairs first, and then the one that leaves out of the first list. Of lists too
 * long for a table the end of the second is not looked at. `kinds`: only items of one kind pair; no others are weighed.
 */
export function heaviestPairs(
  n: number,
  length: number,
  worth: (i: number, j: number) => number,
  kinds?: readonly [Int32Array, Int32Array],
): readonly (readonly [number, number])[] {
  const m = Math.min(length, Math.floor(MAX_CELLS / Math.max(1, n)))
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
      const own = kinds === undefined || kinds[0][i] === kinds[1][j] ? worth(i, j) : 0
      if (own > 0 && own + next[j + 1]! >= best) {
        best = own + next[j + 1]!
        turn = TAKE
      }
      row[j] = best
      way[i * m + j] = turn
    }
    ;[next, row] = [row, next]
  }
  const pairs: (readonly [number, number])[] = []
  for (let i = 0, j = 0; i < n && j < m; ) {
    const turn = way[i * m + j]
    if (turn === TAKE) pairs.push([i++, j++])
    else if (turn === SKIP_A) i++
    else j++
  }
  return pairs
}

/** 16 MB, enough for lists of 4,000. */
const MAX_CELLS = 16_000_000

const SKIP_A = 1
const SKIP_B = 2
const TAKE = 3
