import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { openSkillLoop, type SkillLoop } from '../../src/index.ts'
import { benchData } from './bench-data.ts'

/** A request of a developer, as the data folder holds it. */
export interface Row {
  readonly dev: string
  readonly session: string
  readonly ts: string
  readonly text: string
}

/** A draft that was made: the line at which it was, and the lines that its version rests on. */
export interface DraftEvent {
  readonly dev: string
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

/** What is done in a developer's home after the last request; `lines` gives the line of a turn. */
export type AfterAll = (loop: SkillLoop, dev: string, lines: ReadonlyMap<string, number>) => Promise<void>

/** The requests, and what makes drafts of them; ends the process politely where the data is not there. */
export async function developers(bench: string) {
  const data = (path: string) => benchData(bench, path)
  const { score } = (await import(pathToFileURL(data('bench/real-tasks.mjs')).href)) as {
    score: (tasks: unknown, drafts: readonly DraftEvent[]) => Score
  }
  const { tasks } = JSON.parse(readFileSync(data('data/real_coding_tasks.json'), 'utf8')) as { tasks: unknown }
  const rows = readFileSync(data('data/real_coding_turns.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Row)

  /** One home for each developer, every turn in the order of its time, all as successes: outcomes are not known. */
  async function draftsOf(
    settings: Readonly<Record<string, unknown>>,
    afterAll?: AfterAll,
  ): Promise<readonly DraftEvent[]> {
    const events: DraftEvent[] = []
    for (const dev of new Set(rows.map((row) => row.dev))) {
      const home = mkdtempSync(join(tmpdir(), 'wl-real-tasks-'))
      events.push(...(await draftsOfOne(dev, home, settings, afterAll)))
      rmSync(home, { recursive: true })
    }
    return events
  }

  async function draftsOfOne(
    dev: string,
    home: string,
    settings: Readonly<Record<string, unknown>>,
    afterAll?: AfterAll,
  ): Promise<readonly DraftEvent[]> {
    await using loop = await openSkillLoop({
      env: { HOME: home, WAYLAND_CONFIG_DIR: join(home, 'config'), WAYLAND_DATA_DIR: join(home, 'data') },
      settings,
    })
    const lines = new Map<string, number>()
    const events: DraftEvent[] = []
    const made = async (skill: string, status: string, at: number) => {
      const version = (await loop.review.versions(skill)).at(-1)
      const evidence = (version?.evidence ?? []).map((id) => lines.get(id) ?? -1)
      events.push({ dev, at, evidence, skill: `${status} ${skill}` })
    }
    let last = 0
    for (const [line, row] of rows.entries()) {
      if (row.dev !== dev) continue
      last = line
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
      await made(draft.skill, draft.status, line)
    }
    if (afterAll === undefined) return events
    const before = new Set(events.map(({ skill }) => skill))
    await afterAll(loop, dev, lines)
    for (const { name, version } of await loop.review.skills())
      if (![...before].some((one) => one.endsWith(` ${name}`))) await made(name, `meant ${version}`, last)
    return events
  }

  /** Prints what was found; every draft with its requests where `isWhole`. */
  function report(name: string, drafts: readonly DraftEvent[], isWhole = process.env.BENCH_SHOW === '1'): void {
    const { found, tasks: all, right, drafts: made, precision, wait, missed, wrong } = score(tasks, drafts)
    console.log(
      `\n${name}: found ${found} of ${all}, right ${right} of ${made} (${precision.toFixed(2)}), wait ${wait ?? '-'}`,
    )
    console.log(`  missed: ${missed.join('; ')}\n  of no one task: ${wrong.join('; ')}`)
    if (!isWhole) return
    for (const draft of drafts) {
      const [row] = (score(tasks, [draft]).right && ['right']) || ['WRONG']
      console.log(`  ${row} ${draft.skill} at ${draft.at}`)
      for (const line of draft.evidence)
        console.log(`      ${line} ${rows[line]!.text.replace(/\s+/g, ' ').slice(0, 140)}`)
    }
  }

  return { rows, draftsOf, report }
}
