// What does the end of a run cost with 10,000 live buckets, by exact signature and by likeness, against one raw prepared
// insert of the same turn? WAL, synchronous=NORMAL, redaction included; the requests go to buckets that are there.
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TurnTrajectory, toTrajectory } from '../../src/domain/turn.ts'
import { median } from './median.ts'
import { openRecorder, rawInsert, timed } from './recorder.ts'
import { madeUpTasks } from './tasks.ts'

const LIVE = 10_000
const TURNS = 1_000
const ROUNDS = 9
const NOW = new Date('2026-01-01T00:00:00Z')
/** How often each task comes before the measure begins: a bucket has two waiting turns, a group is born from three. */
const BEFORE = { signature: 2, similar: 3 } as const

const home = mkdtempSync(join(tmpdir(), 'wayland-bench-'))
const { random, said } = madeUpTasks(LIVE)
const raw = rawInsert(join(home, 'raw.db'), 'NORMAL')
const recorders = {
  signature: openRecorder(join(home, 'signature.db'), { grouping: 'signature' }),
  similar: openRecorder(join(home, 'similar.db'), { grouping: 'similar' }),
}
for (const grouping of ['signature', 'similar'] as const)
  for (let task = 0; task < LIVE; task++)
    for (let i = 0; i < BEFORE[grouping]; i++) await recorders[grouping].endOfRun(turnFor(task))

const times = { raw: [] as number[], signature: [] as number[], similar: [] as number[] }
// One after the other in each round, so that what else the machine does falls on all three.
for (let round = 0; round < ROUNDS; round++) {
  const turns = Array.from({ length: TURNS }, () => turnFor(Math.floor(random() * LIVE)))
  times.raw.push(await timed(async () => turns.forEach(raw.insert)))
  for (const grouping of ['signature', 'similar'] as const)
    times[grouping].push(
      await timed(async () => {
        for (const turn of turns) await recorders[grouping].endOfRun(turn)
      }),
    )
}
console.log(`${LIVE} live buckets, ${TURNS} turns, median of ${ROUNDS} rounds`)
for (const [name, values] of Object.entries(times)) {
  const rate = (TURNS / median(values)) * 1000
  console.log(
    `${name.padEnd(10)} ${rate.toFixed(0).padStart(8)} turns/s   × ${(median(times.raw) / median(values)).toFixed(2)}`,
  )
}
raw.close()
await Promise.all(Object.values(recorders).map(({ close }) => close()))
rmSync(home, { recursive: true })

function turnFor(task: number): TurnTrajectory {
  const toolCalls = [
    { name: 'Bash', input: { command: 'git diff --stat main...HEAD' }, ok: true, exitCode: 0 },
    { name: 'Read', input: { file_path: `/home/dev/project/src/module-${task % 40}.ts` }, ok: true },
    { name: 'Bash', input: { command: 'npm run lint && npm test' }, ok: true, exitCode: 0 },
  ]
  const given = { userInput: said(task), sessionId: `s${task % 97}`, engine: 'claude-code' as const, toolCalls }
  const base = { ...given, outcome: 'success' as const, turns: 4, projectDir: '/home/dev/project' }
  return toTrajectory({ ...base, promptId: randomUUID() }, NOW)
}
