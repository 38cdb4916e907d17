// How many recurring tasks of real developers become skills by default, and how many drafts are of one task? One home per
// developer, every turn through `endOfRun` in the order of its time, all as successes (outcomes are not known there),
// scored by the frozen measure of the data folder; by words alone and with the sentence encoder. BENCH_SHOW=1 prints every
// draft with its requests, BENCH_ENCODER=0 leaves the encoder out.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { openSkillLoop } from '../../src/index.ts'
import { openEnergetic } from '../../src/model/energetic.ts'
import { benchData } from './bench-data.ts'

interface Row {
  readonly dev: string
  readonly session: string
  readonly ts: string
  readonly text: string
}
interface DraftEvent {
  readonly dev: string
  /** Line at which it was made, and lines that its version rests on. */
  readonly at: number
  readonly evidence: readonly number[]
  readonly skill: string
}
interface Score {
  readonly tasks: number
  readonly found: number
  readonly right: number
  readonly drafts: number
  readonly precision: number
  readonly wait: number | null
  readonly missed: readonly string[]
  readonly wrong: readonly (string | number)[]
}

const data = (path: string) => benchData('bench:real-tasks', path)
const { score } = (await import(pathToFileURL(data('bench/real-tasks.mjs')).href)) as {
  score: (tasks: unknown, drafts: readonly DraftEvent[]) => Score
}
const { tasks } = JSON.parse(readFileSync(data('data/real_coding_tasks.json'), 'utf8')) as { tasks: unknown }
const rows = readFileSync(data('data/real_coding_turns.jsonl'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Row)

const encoder = process.env.BENCH_ENCODER !== '0' && openEnergetic().missing === undefined
for (const grouping of ['signature', 'similar'] as const)
  report(grouping, await draftsOf({ 'bucket.grouping': grouping }))
if (encoder)
  report('similar, encoder', await draftsOf({ 'bucket.grouping': 'similar', 'vectors.provider': 'energetic' }))

async function draftsOf(settings: Readonly<Record<string, unknown>>): Promise<readonly DraftEvent[]> {
  const events: DraftEvent[] = []
  for (const dev of new Set(rows.map((row) => row.dev))) {
    const home = mkdtempSync(join(tmpdir(), 'wl-real-tasks-'))
    events.push(...(await draftsOfOne(dev, home, settings)))
    rmSync(home, { recursive: true })
  }
  return events
}

async function draftsOfOne(
  dev: string,
  home: string,
  settings: Readonly<Record<string, unknown>>,
): Promise<readonly DraftEvent[]> {
  await using loop = await openSkillLoop({
    env: { HOME: home, WAYLAND_CONFIG_DIR: join(home, 'config'), WAYLAND_DATA_DIR: join(home, 'data') },
    settings: { ...settings, 'vectors.timeoutMs': 60_000 },
  })
  // As a person would who installed the encoder: its space is known before the first request.
  if (settings['vectors.provider'] !== undefined) await loop.vectors({ prepare: true })
  const lines = new Map<string, number>()
  const events: DraftEvent[] = []
  for (const [line, row] of rows.entries()) {
    if (row.dev !== dev) continue
    const receipt = await loop.endOfRun({
      userInput: row.text,
      outcome: 'success',
      summary: '',
      timestamp: row.ts,
      sessionId: row.session,
      promptId: String(line),
    })
    lines.set(receipt.turnId, line)
    const { draft } = receipt
    if (draft === null || !['drafted', 'updated', 'proposed'].includes(draft.status)) continue
    const version = (await loop.versions(draft.skill)).at(-1)
    const evidence = (version?.evidence ?? []).map((id) => lines.get(id) ?? -1)
    events.push({ dev, at: line, evidence, skill: `${draft.status} ${draft.skill}` })
  }
  return events
}

function report(name: string, drafts: readonly DraftEvent[]): void {
  const { found, tasks: all, right, drafts: made, precision, wait, missed, wrong } = score(tasks, drafts)
  console.log(
    `\n${name}: found ${found} of ${all}, right ${right} of ${made} (${precision.toFixed(2)}), wait ${wait ?? '-'}`,
  )
  console.log(`  missed: ${missed.join('; ')}\n  of no one task: ${wrong.join('; ')}`)
  if (process.env.BENCH_SHOW !== '1') return
  for (const draft of drafts) {
    const [row] = (score(tasks, [draft]).right && ['right']) || ['WRONG']
    console.log(`  ${row} ${draft.skill} at ${draft.at}`)
    for (const line of draft.evidence)
      console.log(`      ${line} ${rows[line]!.text.replace(/\s+/g, ' ').slice(0, 140)}`)
  }
}
