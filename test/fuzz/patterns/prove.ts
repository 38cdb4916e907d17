// Does any pattern of the sources take more than linear time? `npm run patterns` asks recheck about the new ones and
// attacks what it cannot prove; `-- --all` attacks every pattern. The record is kept beside this file.
import { parseArgs } from 'node:util'
import { type Found, patternsOfSources } from './collect.ts'
import { digestOf, isLinear, isProven, readRecord, searched, writeRecord } from './record.ts'

const { values } = parseArgs({ options: { all: { type: 'boolean' } } })
const patterns = await patternsOfSources()
const record = readRecord()
const known = new Set(record.proven)
const before = new Set(record.searched.map(digestOf))
const proven: string[] = []
const unproven: Found[] = []
let worst = 0

for (const [i, pattern] of patterns.entries()) {
  const digest = digestOf(pattern)
  const isSafe = known.has(digest) || (!before.has(digest) && (await isProven(pattern)))
  if (isSafe) proven.push(digest)
  if (values.all === true ? !attack(pattern) : !isSafe && !before.has(digest) && !attack(pattern)) continue
  if (!isSafe) unproven.push(pattern)
  if (i % 100 === 99) console.log(`${i + 1} of ${patterns.length} patterns`)
}
writeRecord({ proven, searched: unproven })
console.log(
  `${patterns.length} patterns: ${proven.length} proven, ${unproven.length} searched; growth up to ${worst.toFixed(1)}`,
)
process.exit()

/** Whether the search found it linear; what it found otherwise is told. */
function attack(pattern: Found): boolean {
  const found = searched(pattern)
  worst = Math.max(worst, found.growth)
  if (isLinear(found)) return true
  const { before, unit, after } = found.attack
  console.log(`${pattern.file}: /${pattern.source}/${pattern.flags}`)
  console.log(
    `  grows ${found.growth.toFixed(1)} times for twice the text, ${found.ms.toFixed(0)} ms: ${JSON.stringify([before, unit, after])}`,
  )
  process.exitCode = 1
  return false
}
