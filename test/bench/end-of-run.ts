// What does the end of a run cost (turn, streak and credit in one durable transaction) against one raw prepared insert of
// the same bytes? Both in WAL; NORMAL first, then FULL. With and without redaction.
import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TurnTrajectory, toTrajectory } from '../../src/domain/turn.ts'
import { benchData } from './bench-data.ts'
import { median } from './median.ts'
import { openRecorder, rawInsert, timed } from './recorder.ts'

const ROUNDS = 15
const NOW = new Date('2026-01-01T00:00:00Z')
type Synchronous = 'NORMAL' | 'FULL'
type Turn = TurnTrajectory

const requests = readFileSync(benchData('bench:end-of-run', 'data/real_coding_turns.jsonl'), 'utf8').trim().split('\n')
const turns = requests.map((line, i): Turn => {
  const { text, session } = JSON.parse(line) as { text: string; session: string }
  const toolCalls = [
    { name: 'Bash', input: { command: 'git diff --stat main...HEAD' }, ok: true, exitCode: 0 },
    { name: 'Read', input: { file_path: `/home/dev/project/src/module-${i % 40}.ts` }, ok: true },
    { name: 'Bash', input: { command: 'npm run lint && npm test' }, ok: true, exitCode: 0 },
  ]
  const given = { userInput: text, sessionId: session, engine: 'claude-code' as const, toolCalls }
  return toTrajectory({ ...given, outcome: 'success', turns: 4, projectDir: '/home/dev/project' }, NOW)
})
const bytes = turns.reduce((sum, turn) => sum + JSON.stringify(turn).length, 0) / turns.length
console.log(`${turns.length} turns of ${bytes.toFixed(0)} bytes, median of ${ROUNDS} rounds`)

for (const synchronous of ['NORMAL', 'FULL'] as const) await measure(synchronous)

async function measure(synchronous: Synchronous): Promise<void> {
  const home = mkdtempSync(join(tmpdir(), 'wayland-bench-'))
  const raw = rawInsert(join(home, 'raw.db'), synchronous)
  const bare = openRecorder(join(home, 'bare.db'), { synchronous, redact: (turn) => turn })
  const whole = openRecorder(join(home, 'whole.db'), { synchronous })
  const times = { raw: [] as number[], bare: [] as number[], whole: [] as number[] }
  const rounds = synchronous === 'FULL' ? Math.ceil(ROUNDS / 3) : ROUNDS
  // One after the other in each round, so that what else the machine does falls on all three.
  for (let round = 0; round < rounds; round++) {
    const fresh = turns.map((turn) => ({ ...turn, promptId: randomUUID() }))
    times.raw.push(await timed(async () => fresh.forEach(raw.insert)))
    for (const [name, recorder] of [
      ['bare', bare],
      ['whole', whole],
    ] as const)
      times[name].push(
        await timed(async () => {
          for (const turn of fresh) await recorder.endOfRun(turn)
        }),
      )
  }
  const rate = (values: readonly number[]) => (turns.length / median(values)) * 1000
  const line = (label: string, values: readonly number[]) =>
    `${label.padEnd(34)} ${rate(values).toFixed(0).padStart(8)} turns/s   × ${(rate(values) / rate(times.raw)).toFixed(2)}`
  console.log(`\nsynchronous=${synchronous}`)
  console.log(line('raw prepared insert', times.raw))
  console.log(line('endOfRun without redaction', times.bare))
  console.log(line('endOfRun with redaction', times.whole))
  raw.close()
  await Promise.all([bare.close(), whole.close()])
  rmSync(home, { recursive: true })
}
