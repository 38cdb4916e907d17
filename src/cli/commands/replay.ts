import { existsSync, rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '../../config.ts'
import { ALL_GATES } from '../../domain/draft/gate-names.ts'
import { WaylandError } from '../../domain/errors.ts'
import type { LoopEvent } from '../../domain/event.ts'
import type { Skill } from '../../domain/skill.ts'
import type { SkillLoop } from '../../skill-loop.ts'
import { wrapped } from '../columns.ts'
import { type Call, EXIT, type ExitCode } from '../command.ts'
import { bar, type Report } from '../report.ts'

/** Plays past sessions through the loop in a home of its own, which is removed, and says what would have been learned. */
export async function run({ words, json, report, open, settings }: Call): Promise<ExitCode> {
  const [engine, ...paths] = words
  if (engine === undefined || paths.length === 0)
    throw new WaylandError('bad_usage', 'replay needs an engine (or auto) and at least one file or folder', {
      hint: 'For example: wayland-core replay claude-code ~/.claude/projects',
    })
  const missing = paths.find((path) => !existsSync(path))
  if (missing !== undefined) throw new WaylandError('no_such_file', `nothing is at ${missing}`)
  const own = readConfig({ given: settings }).settings
  const home = await mkdtemp(join(tmpdir(), 'wayland-replay-'))
  // At the exit, so that an interrupted replay leaves nothing either.
  process.once('exit', () => rmSync(home, { recursive: true, force: true }))
  const places = { 'config.dir': join(home, 'config'), 'data.dir': join(home, 'data'), home: join(home, 'home') }
  const tally = new Tally()
  await using loop = await open({ settings: { ...own, ...places }, onEvent: (event) => tally.see(event) })
  if (loop.config.settings.skills === 'off') return EXIT.unavailable
  const told = await replayed(loop, engine, paths, tally, report)
  if (json) report.json(toWire(told))
  else tell(told, report)
  return told.errors > 0 ? EXIT.refused : EXIT.done
}

/** What came of the turns, counted by name. */
class Tally {
  turns = 0
  counted = 0
  readonly refused: Record<string, number> = {}
  readonly refusedDrafts: Record<string, number> = {}

  see(event: LoopEvent): void {
    if (event.kind === 'draft' && event.receipt.path === undefined)
      add(this.refusedDrafts, nameOf(event.receipt.reason) ?? event.receipt.status)
    if (event.kind !== 'turn' || event.receipt.status === 'known') return
    const { status, reason } = event.receipt
    this.turns++
    if (status === 'recorded' && reason === undefined) this.counted++
    else
      add(this.refused, status === 'recorded' ? (nameOf(reason) ?? 'other') : status === 'ignored' ? 'no_word' : status)
  }
}

function add(counts: Record<string, number>, name: string): void {
  counts[name] = (counts[name] ?? 0) + 1
}

/** The gate that a reason begins with, or the outcome that it speaks of. */
function nameOf(reason = ''): string | undefined {
  const [first = ''] = reason.split(':')
  if (ALL_GATES.includes(first)) return first
  return /outcome is unknown/.test(reason) ? 'unknown_outcome' : /turn failed/.test(reason) ? 'failure' : undefined
}

interface Replayed {
  readonly tally: Tally
  readonly errors: number
  readonly drafts: readonly { readonly skill: Skill; readonly text: string }[]
}

async function replayed(
  loop: SkillLoop,
  engine: string,
  paths: readonly string[],
  tally: Tally,
  report: Report,
): Promise<Replayed> {
  let errors = 0
  for (const path of paths) {
    const read = await loop.import(engine, path, ({ file, bytes, size, turns }) =>
      report.progress(`${bar(size === 0 ? 1 : bytes / size)}  ${turns} turns  ${file}`),
    )
    errors += read.errors.length
  }
  report.progress(undefined)
  const drafts: { skill: Skill; text: string }[] = []
  for (const skill of await loop.skills())
    drafts.push({ skill, text: skill.status === 'staged' ? (await loop.load(skill.name)).text : skill.body })
  return { tally, errors, drafts }
}

const toWire = ({ tally, errors, drafts }: Replayed) => ({
  turns: tally.turns,
  counted: tally.counted,
  refused: tally.refused,
  refused_drafts: tally.refusedDrafts,
  unreadable: errors,
  drafts: drafts.map(({ skill, text }) => ({
    name: skill.name,
    status: skill.status,
    signature: skill.signature ?? null,
    description: skill.description,
    evidence_count: skill.evidenceCount,
    requests: skill.triggers,
    text,
  })),
})

function tell({ tally, errors, drafts }: Replayed, report: Report): void {
  report.table([
    ['turns read', String(tally.turns)],
    ['turns that count', String(tally.counted)],
    ['could not be read', String(errors)],
    ['would be drafted', String(drafts.length)],
  ])
  counts('\nTurns that do not count', tally.refused, report)
  counts('\nStreaks without a draft', tally.refusedDrafts, report)
  for (const { skill } of drafts) {
    report.line(`\n${skill.name}: ${skill.status}, from ${skill.evidenceCount} turns`)
    for (const line of wrapped(skill.description, report.width - 2)) report.line(`  ${line}`)
    for (const request of skill.triggers) report.line(`  - ${request}`)
  }
  report.line('\nNothing was written; "wayland-core import" learns it. --json has the whole texts.')
}

function counts(title: string, named: Readonly<Record<string, number>>, report: Report): void {
  const rows = Object.entries(named).sort(([, a], [, b]) => b - a)
  if (rows.length === 0) return
  report.line(title)
  report.table(rows.map(([name, n]) => [`  ${name.replaceAll('_', ' ')}`, String(n)]))
}
