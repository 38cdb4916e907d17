import { rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ImportReport, SkillLoop } from '../app/skill-loop.ts'
import type { Config } from '../config/config.ts'
import { ALL_GATES } from '../domain/draft/gate-names.ts'
import type { LoopEvent } from '../domain/event.ts'
import type { DraftReceipt } from '../domain/receipt.ts'
import type { Skill } from '../domain/skill.ts'
import { isDraft } from '../domain/visibility.ts'
import { wrapped } from './columns.ts'
import { type Call, EXIT, type ExitCode } from './command.ts'
import { tellNotUnderstood, tellUnreadable } from './not-understood.ts'
import { bar, type Report } from './report.ts'
import type { SessionPlace } from './session-places.ts'

/**
 * Plays past sessions through the loop in a temporary home, which starts with the person's skills and decisions and is
 * removed afterwards; reports what would have been learned.
 */
export async function rehearse(
  { json, report, open }: Call,
  sources: readonly SessionPlace[],
  own: Config,
): Promise<ExitCode> {
  const home = await mkdtemp(join(tmpdir(), 'wayland-rehearsal-'))
  // At the exit, so that an interrupted one removes it too.
  process.once('exit', () => rmSync(home, { recursive: true, force: true }))
  const places = { 'config.dir': join(home, 'config'), 'data.dir': join(home, 'data'), home: join(home, 'home') }
  const tally = new Tally()
  const { furnish } = await import('../app/rehearsal.ts')
  for (const what of await furnish(own, places)) report.note(`This goes without ${what}.`)
  await using loop = await open({ settings: { ...own.settings, ...places }, onEvent: (event) => tally.see(event) })
  if (loop.upkeep.config.settings.skills === 'off') return EXIT.unavailable
  const told = await rehearsed(loop, sources, tally, report)
  if (json) report.json(toWire(told))
  else tell(told, report)
  return told.errors.length + told.notUnderstood.length > 0 ? EXIT.refused : EXIT.done
}

interface Rehearsed {
  readonly tally: Tally
  readonly errors: ImportReport['errors']
  readonly notUnderstood: ImportReport['notUnderstood']
  readonly drafts: readonly { readonly skill: Skill; readonly outcome: string; readonly text: string }[]
}

async function rehearsed(
  loop: SkillLoop,
  sources: readonly SessionPlace[],
  tally: Tally,
  report: Report,
): Promise<Rehearsed> {
  const { errors, notUnderstood } = await loop.upkeep.importAll(sources, ({ file, bytes, size, turns }) =>
    report.progress(`${bar(size === 0 ? 1 : bytes / size)}  ${turns} turns  ${file}`),
  )
  report.progress(undefined)
  const drafts: { skill: Skill; outcome: string; text: string }[] = []
  for (const skill of await loop.review.skills()) {
    const outcome = tally.drafted.get(skill.name)
    if (outcome !== undefined) drafts.push({ skill, outcome, text: await textOf(loop, skill, outcome) })
  }
  return { tally, errors, notUnderstood, drafts }
}

/** SKILL.md as it would be drafted, or as it would be proposed beside the existing one. */
async function textOf(loop: SkillLoop, skill: Skill, outcome: string): Promise<string> {
  if (outcome === 'proposed') {
    const { files } = await loop.review.proposal(skill.id)
    return files.find(({ path }) => path === 'SKILL.md')?.after ?? skill.body
  }
  return isDraft(skill.status) ? (await loop.load(skill.name)).text : skill.body
}

const toWire = ({ tally, errors, notUnderstood, drafts }: Rehearsed) => ({
  turns: tally.turns,
  counted: tally.counted,
  refused: tally.refused,
  refused_drafts: tally.refusedDrafts,
  suppressed: [...tally.suppressed].map(([skill, reason]) => ({ skill, reason })),
  unreadable: errors.length,
  ...(notUnderstood.length === 0 ? {} : { not_understood: notUnderstood }),
  drafts: drafts.map(({ skill, outcome, text }) => ({
    name: skill.name,
    outcome,
    status: skill.status,
    signature: skill.signature ?? null,
    description: skill.description,
    evidence_count: skill.evidenceCount,
    requests: skill.triggers,
    text,
  })),
})

function tell({ tally, errors, notUnderstood, drafts }: Rehearsed, report: Report): void {
  report.table([
    ['turns read', String(tally.turns)],
    ['turns that count', String(tally.counted)],
    ['could not be read', String(errors.length)],
    ['would be drafted', String(drafts.length)],
  ])
  counts('\nTurns that do not count', tally.refused, report)
  counts('\nStreaks without a draft', tally.refusedDrafts, report)
  for (const [skill, reason] of tally.suppressed) report.line(`  ${skill}: ${reason}`)
  for (const { skill, outcome } of drafts) {
    report.line(`\n${skill.name}: ${statusText(skill, outcome)}, from ${skill.evidenceCount} turns`)
    for (const line of wrapped(skill.description, report.width - 2)) report.line(`  ${line}`)
    for (const request of skill.triggers) report.line(`  - ${request}`)
  }
  tellUnreadable(errors, report)
  tellNotUnderstood(notUnderstood, report)
  report.line(
    '\nNothing was written. "wayland-core import" drafts with the configured settings, from turns not read before.',
  )
}

const statusText = ({ status }: Skill, outcome: string): string =>
  outcome === 'updated'
    ? `${status}, is there and would be updated`
    : outcome === 'proposed'
      ? `${status}, is there and a new version would wait beside it`
      : status

function counts(title: string, named: Readonly<Record<string, number>>, report: Report): void {
  const rows = Object.entries(named).sort(([, a], [, b]) => b - a)
  if (rows.length === 0) return
  report.line(title)
  report.table(rows.map(([name, n]) => [`  ${name.replaceAll('_', ' ')}`, String(n)]))
}

/** Results of the turns of a rehearsal, counted by name. */
class Tally {
  turns = 0
  counted = 0
  readonly refused: Record<string, number> = {}
  readonly refusedDrafts: Record<string, number> = {}
  /** The result for each skill that a streak was drafted into; that of the first streak where there are several. */
  readonly drafted = new Map<string, DraftReceipt['status']>()
  /** Skills that were not drafted because of a person's skill or decision, with the reason. */
  readonly suppressed = new Map<string, string>()

  see(event: LoopEvent): void {
    if (event.kind === 'draft') this.#draft(event.receipt)
    if (event.kind !== 'turn' || event.receipt.status === 'known') return
    const { status, reason } = event.receipt
    this.turns++
    if (status === 'recorded' && reason === undefined) this.counted++
    else
      add(this.refused, status === 'recorded' ? (nameOf(reason) ?? 'other') : status === 'ignored' ? 'no_word' : status)
  }

  #draft({ status, skill, path, reason = '' }: DraftReceipt): void {
    if (path === undefined || status === 'failed') add(this.refusedDrafts, nameOf(reason) ?? status)
    else if (!this.drafted.has(skill) || status === 'quarantined') this.drafted.set(skill, status)
    if (status === 'suppressed') this.suppressed.set(skill, reason)
  }
}

function add(counts: Record<string, number>, name: string): void {
  counts[name] = (counts[name] ?? 0) + 1
}

/** The gate or the outcome that a reason begins with. */
function nameOf(reason = ''): string | undefined {
  const [first = ''] = reason.split(':')
  if (ALL_GATES.includes(first)) return first
  return /outcome is unknown/.test(reason) ? 'unknown_outcome' : /turn failed/.test(reason) ? 'failure' : undefined
}
