import { expect, it } from 'vitest'
import { wordsOf } from '../bench/growth/words.ts'
import { scratch } from '../scratch.ts'
import { live } from './live.ts'
import { tableSizes } from './sizes.ts'

const words = wordsOf(1)
const REQUESTS = Array.from(
  { length: 300 },
  () => `${words.name()} the ${words.name()} ${words.name()} of ${words.name()}`,
)
const FILES = ['src/parser.ts', 'src/importer/settings.ts', 'src/pages/orders.tsx', 'README.md']
const CALLS = FILES.map((path, i) => [
  { name: 'Read', input: { file_path: path }, ok: true },
  { name: 'Bash', input: { command: `npx vitest run ${path}` }, ok: true },
  {
    name: 'Edit',
    input: { file_path: path, old_string: 'a\n'.repeat(500 * i), new_string: 'b\n'.repeat(2000) },
    ok: true,
  },
])

it('stays within a bound by size that is met over and over, and loses nothing that skills, lift or streaks need', async () => {
  const settings = { 'retention.maxMb': 1, 'bucket.expiryDays': 7 }
  const samples = { requests: REQUESTS, calls: CALLS }
  const years = { seed: 1, perDay: 4, days: 90, samples, settings, twin: false, lookEvery: 30 }
  const { home, above, found } = await live(scratch(), years)
  expect(found).toEqual([])
  // Met on a day in ten, and within the bound after each; before it by no more than a day's turns.
  expect(above.began).toBeGreaterThan(5)
  expect(above.ended).toBe(0)
  expect(home.most.file).toBeLessThan(1.2 * 2 ** 20)
  expect(tableSizes(home.database).get('turns')?.rows).toBeLessThan((90 * 4) / 2)
})
