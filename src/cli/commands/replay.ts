import { rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ImportReport, SkillLoop } from '../../app/skill-loop.ts'
import { readConfig } from '../../config/config.ts'
import type { Skill } from '../../domain/skill.ts'
import { isDraft } from '../../domain/visibility.ts'
import { wrapped } from '../columns.ts'
import { type Call, EXIT, type ExitCode, type Words } from '../command.ts'
import { tellNotUnderstood } from '../not-understood.ts'
import { ReplayTally } from '../replay-tally.ts'
import { bar, type Report } from '../report.ts'
import { noSessions, type SessionPlace, sessionPlaces } from '../session-places.ts'
import { tellUnreadable } from '../unreadable.ts'

export const command: Words = {
  topic: 'learning',
  takes: '[<engine|auto>] [<file|folder>…]',
  words: 'What would be learned from past sessions, with your settings; writes nothing to your folders',
  flags: {},
  text: [
    'Plays past sessions through the loop in a throw-away home, which begins with your skills and what you decided about them, and with no turns. Takes files and folders as "import" does. Says what would be drafted and from which requests, which of your decisions or skills stand against a draft, and counts what was refused by the name of the gate. Writes nothing to your folders.',
  ],
  json: {
    turns: 'number of turns played',
    counted: 'number of them that counted',
    refused: '{name: count} of turns that did not count; names are gates, unknown_outcome, failure and no_word',
    refused_drafts: '{name: count} of full streaks that made no draft',
    suppressed: '[{skill, reason}]: drafts that you archived or revoked, or that a skill of your own covers',
    unreadable: 'number of files or lines that could not be read',
    drafts:
      '[{name, outcome, status, signature, description, evidence_count, requests, text}]; outcome is drafted, updated, proposed (beside a skill that is there) or quarantined',
  },
  example: 'wayland-core replay claude-code ~/.claude/projects',
}

/**
 * Plays past sessions through the loop in a temporary home, which starts with the person's skills and decisions and is
 * removed afterwards; reports what would have been learned.
 */
export async function run({ words, json, report, open, settings }: Call): Promise<ExitCode> {
  const own = readConfig({ given: settings })
  const { places: sources, missing } = sessionPlaces(words, own)
  if (sources.length === 0) throw noSessions(missing)
  const home = await mkdtemp(join(tmpdir(), 'wayland-replay-'))
  // At the exit, so that an interrupted replay removes it too.
  process.once('exit', () => rmSync(home, { recursive: true, force: true }))
  const places = { 'config.dir': join(home, 'config'), 'data.dir': join(home, 'data'), home: join(home, 'home') }
  const tally = new ReplayTally()
  const { furnish } = await import('../../app/rehearsal.ts')
  for (const what of await furnish(own, places)) report.note(`The replay does without ${what}.`)
  await using loop = await open({ settings: { ...own.settings, ...places }, onEvent: (event) => tally.see(event) })
  if (loop.upkeep.config.settings.skills === 'off') return EXIT.unavailable
  const told = await replayed(loop, sources, tally, report)
  if (json) report.json(toWire(told))
  else tell(told, report)
  return told.errors.length + told.notUnderstood.length > 0 ? EXIT.refused : EXIT.done
}

interface Replayed {
  readonly tally: ReplayTally
  readonly errors: ImportReport['errors']
  readonly notUnderstood: ImportReport['notUnderstood']
  readonly drafts: readonly { readonly skill: Skill; readonly outcome: string; readonly text: string }[]
}

async function replayed(
  loop: SkillLoop,
  sources: readonly SessionPlace[],
  tally: ReplayTally,
  report: Report,
): Promise<Replayed> {
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

const toWire = ({ tally, errors, notUnderstood, drafts }: Replayed) => ({
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

function tell({ tally, errors, notUnderstood, drafts }: Replayed, report: Report): void {
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
