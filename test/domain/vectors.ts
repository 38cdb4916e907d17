import { readFileSync } from 'node:fs'

/** The lines of a file of test vectors. */
export function vectors<T>(name: string): T[] {
  const text = readFileSync(new URL(`../fixtures/vectors/${name}.jsonl`, import.meta.url), 'utf8')
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as T)
}
