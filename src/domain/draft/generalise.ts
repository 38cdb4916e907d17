import { heaviestPairs } from '../heaviest-pairs.ts'

/** A text of one run, by the run's rank. */
export interface Sample {
  readonly rank: number
  readonly text: string
}

/** A run of words that samples share, or a gap where they differ. */
export type Piece = { readonly constant: string } | { readonly gap: readonly Sample[] }

interface Words {
  readonly rank: number
  readonly words: readonly string[]
}

/**
 * Anti-unification of word lists: the words that all samples have, in order, as constants, with gaps between them. No
 * gap holds a word that all its samples have; equal lists give constants only.
 */
export function unify(samples: readonly Words[]): readonly Piece[] {
  return split(samples, sharedWords(samples.map(({ words }) => words)))
}

function split(samples: readonly Words[], shared: readonly string[]): readonly Piece[] {
  const pieces: Piece[] = []
  let at = samples.map(() => 0)
  const gapUpTo = (ends: readonly number[]) =>
    pieces.push(...gapOf(samples.map(({ rank, words }, k) => ({ rank, words: words.slice(at[k], ends[k]) }))))
  for (const word of shared) {
    const ends = samples.map(({ words }, k) => words.indexOf(word, at[k]))
    gapUpTo(ends)
    at = ends.map((end) => end + 1)
    pieces.push({ constant: word })
  }
  gapUpTo(samples.map(({ words }) => words.length))
  return pieces
}

/** A gap, split at a word that all samples have; the pairwise `sharedWords` may miss one. */
function gapOf(samples: readonly Words[]): readonly Piece[] {
  const missed = samples[0]?.words.find((word) => samples.every(({ words }) => words.includes(word)))
  if (missed !== undefined) return split(samples, [missed])
  const gap = samples.map(({ rank, words }) => ({ rank, text: words.join(' ') }))
  return gap.some(({ text }) => text !== '') ? [{ gap }] : []
}

/** Anti-unification of paths: the common leading and trailing parts as constants, one gap between them. */
export function unifyPaths(samples: readonly Sample[]): readonly Piece[] {
  const parts = samples.map(({ text }) => text.split(/(?<=\/)/))
  const shortest = Math.min(...parts.map((list) => list.length))
  let before = 0
  while (before < shortest && parts.every((list) => list[before] === parts[0]![before])) before++
  let after = 0
  while (after < shortest - before && parts.every((list) => list.at(-1 - after) === parts[0]!.at(-1 - after))) after++
  const gap = samples.map(({ rank }, k) => ({ rank, text: parts[k]!.slice(before, parts[k]!.length - after).join('') }))
  const first = parts[0] ?? []
  return [
    ...(before === 0 ? [] : [{ constant: first.slice(0, before).join('') }]),
    ...(gap.every(({ text }) => text === '') ? [] : [{ gap }]),
    ...(after === 0 ? [] : [{ constant: first.slice(first.length - after).join('') }]),
  ]
}

/** A common subsequence of all lists: the longest of the first two, then of that and the next, and so on. */
function sharedWords(lists: readonly (readonly string[])[]): readonly string[] {
  const [first = [], ...rest] = [...lists].sort((a, b) => a.length - b.length || (a.join(' ') < b.join(' ') ? -1 : 1))
  return rest.reduce<readonly string[]>(
    (shared, words) =>
      heaviestPairs(shared.length, words.length, (i, j) => Number(shared[i] === words[j])).map(([i]) => shared[i]!),
    first,
  )
}
