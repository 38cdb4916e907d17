// Does a run stay a success that the person's next request rejects, and how many others are lost? The labelled histories
// of developers, every turn through `endOfRun` in the order of its time, one home each, default settings. A request that
// opens a session rejects no run of it. BENCH_SHOW=1 prints the requests on which label and product differ.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Outcome, openSkillLoop } from '../../src/index.ts'
import { benchData } from './bench-data.ts'

interface Row {
  readonly i: number
  readonly session: string
  readonly ts: string
  readonly text: string
  readonly interrupted: boolean
  readonly tools: readonly {
    readonly name: string
    readonly input?: unknown
    readonly ok?: boolean
    readonly exit_code?: number
    readonly error?: string
  }[]
}

interface Labels {
  readonly rejections: readonly {
    readonly dev: string
    readonly rows: readonly number[]
    readonly first_of_session: readonly number[]
  }[]
}

const { rejections } = JSON.parse(
  readFileSync(benchData('bench:rejections', 'data/histories/labels.json'), 'utf8'),
) as Labels
const sum = { rejected: 0, stillSuccess: 0, others: 0, lost: 0 }
for (const { dev, rows: labelled, first_of_session: opening } of rejections) {
  const rows = readFileSync(benchData('bench:rejections', `data/histories/${dev}.jsonl`), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Row)
    .sort((a, b) => (a.ts < b.ts ? -1 : a.ts > b.ts ? 1 : a.i - b.i))
  const outcomes = await outcomesOf(rows)
  const found = { rejected: 0, stillSuccess: 0, others: 0, lost: 0 }
  const latest = new Map<string, Row>()
  for (const row of rows) {
    const before = latest.get(row.session)
    latest.set(row.session, row)
    if (before === undefined || opening.includes(row.i)) continue
    const { recorded, now } = outcomes.get(before.i)!
    const rejects = labelled.includes(row.i)
    if (rejects) {
      found.rejected++
      if (now === 'success') found.stillSuccess++
    } else if (recorded === 'success') {
      found.others++
      if (now !== 'success') found.lost++
    }
    if (process.env.BENCH_SHOW === '1' && recorded === 'success' && rejects === (now === 'success'))
      console.log(`  ${rejects ? 'kept' : 'lost'} ${dev} ${row.i}: ${row.text.replace(/\s+/g, ' ').slice(0, 140)}`)
  }
  for (const name of Object.keys(sum) as (keyof typeof sum)[]) sum[name] += found[name]
  report(dev, found)
}
report('all', sum)

function report(name: string, { rejected, stillSuccess, others, lost }: typeof sum): void {
  const share = (part: number, whole: number) => `${part} of ${whole} (${(part / Math.max(whole, 1)).toFixed(3)})`
  console.log(
    `${name}: rejected and still a success ${share(stillSuccess, rejected)}, others lost ${share(lost, others)}`,
  )
}

/** The outcome of each row's run by itself, and when all have been recorded. */
async function outcomesOf(rows: readonly Row[]) {
  const home = mkdtempSync(join(tmpdir(), 'wl-rejections-'))
  const turnIds = new Map<number, string>()
  const first = new Map<number, Outcome>()
  const env = { HOME: home, WAYLAND_CONFIG_DIR: join(home, 'config'), WAYLAND_DATA_DIR: join(home, 'data') }
  await using loop = await openSkillLoop({ env })
  for (const row of rows) {
    const { turnId } = await loop.endOfRun({
      userInput: row.text,
      stopReason: row.interrupted ? 'interrupted' : 'end_turn',
      timestamp: row.ts,
      sessionId: row.session,
      promptId: `row-${row.i}`,
      toolCalls: row.tools.map(({ name, input = {}, ok, exit_code, error }) => ({
        name,
        input,
        ok: ok ?? null,
        ...(exit_code !== undefined && { exitCode: exit_code }),
        ...(error !== undefined && { error }),
      })),
    })
    turnIds.set(row.i, turnId)
    first.set(row.i, (await loop.review.explain(turnId)).outcome)
  }
  const outcomes = new Map<number, { readonly recorded: Outcome; readonly now: Outcome }>()
  for (const [i, turnId] of turnIds)
    outcomes.set(i, { recorded: first.get(i)!, now: (await loop.review.explain(turnId)).outcome })
  rmSync(home, { recursive: true })
  return outcomes
}
