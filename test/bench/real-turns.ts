// What would be drafted from the real requests of developers to a coding agent? Every draft with its three requests, to
// be judged by reading; and how many requests each gate refused. Outcomes are not known there: all count as successes.
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { Bucketer } from '../../src/domain/bucketer.ts'
import { requestGate } from '../../src/domain/draft/gates.ts'

interface Row {
  readonly dev: string
  readonly session: string
  readonly text: string
}

const data = resolve(import.meta.dirname, '../..', process.env.WAYLAND_BENCH_DATA ?? '../shared')
const file = join(data, 'data/real_coding_turns.jsonl')
if (!existsSync(file)) {
  console.log(`no ${file}: set WAYLAND_BENCH_DATA to the folder that holds bench/ and data/`)
  process.exit(0)
}
const rows = readFileSync(file, 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Row)

for (const gated of [false, true])
  for (const grouping of ['signature', 'similar'] as const) {
    const refused = new Map<string, number>()
    const bucketers = new Map<string, Bucketer<Row & { userInput: string; outcome: 'success' }>>()
    let drafts = 0
    console.log(`\n${grouping}, gates ${gated ? 'on' : 'off'}`)
    for (const row of rows) {
      const refusal = gated ? requestGate(row.text) : undefined
      if (refusal !== undefined) {
        refused.set(refusal.gate, (refused.get(refusal.gate) ?? 0) + 1)
        continue
      }
      const bucketer = bucketers.get(row.dev) ?? new Bucketer({ grouping })
      bucketers.set(row.dev, bucketer)
      const trigger = bucketer.observe({ ...row, userInput: row.text, outcome: 'success' })
      if (trigger === undefined) continue
      console.log(`${String(++drafts).padStart(3)} ${row.dev} ${trigger.signature}`)
      for (const turn of trigger.trajectories)
        console.log(`      ${turn.session} ${turn.text.replace(/\s+/g, ' ').slice(0, 150)}`)
    }
    console.log(`  ${drafts} drafts; refused: ${[...refused].map(([gate, n]) => `${gate} ${n}`).join(', ') || 'none'}`)
  }
