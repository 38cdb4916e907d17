// What does the signature of a real request cost against the plain way: one regular expression, a set, a sort?
import { readFileSync } from 'node:fs'
import { STOPWORDS, signature } from '../../src/domain/signature.ts'
import { benchData } from './bench-data.ts'
import { median } from './median.ts'

const ROUNDS = 31
const REPEATS = 20

const texts = readFileSync(benchData('bench:signature', 'data/real_coding_turns.jsonl'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => (JSON.parse(line) as { text: string }).text)

const stop = new Set(STOPWORDS)
const same = texts.filter((text) => signature(text) === plain(text)).length
console.log(`${texts.length} requests, ${same} with the same signature both ways; median of ${ROUNDS} rounds`)

const times = { ours: [] as number[], plain: [] as number[] }
for (let round = 0; round < ROUNDS; round++) {
  times.ours.push(timed((text) => signature(text)))
  times.plain.push(timed(plain))
}
const each = (values: readonly number[]) => (median(values) * 1000) / (texts.length * REPEATS)
console.log(`plain \\p{} expression   ${each(times.plain).toFixed(2)} µs`)
console.log(
  `signature              ${each(times.ours).toFixed(2)} µs   × ${(each(times.plain) / each(times.ours)).toFixed(2)}`,
)

/** The algorithm as it would be written first. */
function plain(text: string): string {
  const words =
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  const kept = [...new Set(words)].filter((word) => [...word].length >= 2 && !stop.has(word))
  const longest = kept.map((word, i) => ({ word, i, length: [...word].length }))
  longest.sort((a, b) => b.length - a.length || a.i - b.i)
  return longest
    .slice(0, 3)
    .map(({ word }) => word)
    .sort()
    .join('-')
}

function timed(run: (text: string) => string): number {
  const start = performance.now()
  for (let i = 0; i < REPEATS; i++) for (const text of texts) run(text)
  return performance.now() - start
}
