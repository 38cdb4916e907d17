/** A text whose strings and lines are joined, and where its places were. */
export interface Joined {
  readonly text: string
  /** The place in the text as it was; of an end, the place before what was taken out there. */
  readonly before: (offset: number, isEnd: boolean) => number
}

/**
 * Joins what code and shells join: a line that goes on after a backslash, and strings with a plus, a dot or a line break
 * between them. Undefined where there is nothing to join.
 */
export function joined(text: string): Joined | undefined {
  const cuts = [...text.matchAll(JOINT)]
  if (cuts.length === 0) return undefined
  const at: number[] = []
  const removed: number[] = []
  let out = ''
  let from = 0
  for (const { 0: cut, index } of cuts) {
    out += text.slice(from, index)
    from = index + cut.length
    at.push(out.length)
    removed.push(from - out.length)
  }
  const before = (offset: number, isEnd: boolean): number => {
    let low = 0
    for (let high = at.length; low < high; ) {
      const middle = (low + high) >> 1
      if (at[middle]! < offset || (at[middle] === offset && !isEnd)) low = middle + 1
      else high = middle
    }
    return offset + (removed[low - 1] ?? 0)
  }
  return { text: out + text.slice(from), before }
}

const JOINT =
  /\\\r?\n[ \t]{0,40}|["'`][ \t]{0,9}(?:\\?\r?\n\s{0,40}|(?:\\?\r?\n\s{0,40})?(?:[+&]|\.\.?)\s{0,40})[fbru]?["'`]/g
