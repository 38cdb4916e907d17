import type { ImportReport, Outlook, Review } from '../app/skill-loop.ts'
import { redactText } from '../domain/redact.ts'
import { REST_MS } from '../domain/rest.ts'
import type { Skill } from '../domain/skill.ts'
import { columns, wrapped } from './columns.ts'
import { nearestToWire, type OutlookView, short, tellNearest, tellReasons } from './outlook-text.ts'
import type { Report } from './report.ts'
import { type AskedPlaces, mayRead } from './session-places.ts'

export interface Learned extends AskedPlaces {
  readonly words: readonly string[]
  readonly sum: ImportReport
  readonly drafted: readonly Skill[]
  /** Drafts that wait for a person, from this import and earlier. */
  readonly waiting: Awaited<ReturnType<Review['statusOverview']>>['waiting']
  readonly outlook: Outlook
  readonly view: OutlookView
  /** Agents on this machine whose hooks are not connected. */
  readonly unconnected: readonly string[]
}

export const importToWire = ({ sum, places, missing, drafted, outlook, view }: Learned) => ({
  files: sum.files,
  lines: sum.lines,
  turns_recorded: sum.turnsRecorded,
  turns_known: sum.turnsKnown,
  drafts: sum.drafts,
  skipped: sum.skipped,
  errors: sum.errors,
  looked_in: places.map((place) => ({ ...place, path: redactText(place.path).text })),
  not_there: missing.map((place) => ({ ...place, path: redactText(place.path).text })),
  drafted: drafted.map(({ id, name, status, path }) => ({ id, name, status, path })),
  outcomes: outlook.outcomes,
  refused: outlook.refused,
  open_streaks: outlook.open,
  nearest: nearestToWire(outlook, view),
  turned_down: outlook.turnedDown.map((one) => ({ ...one, at: new Date(one.at).toISOString() })),
  // Left out where empty: these fields came later, and most readers of this object do not know them.
  ...(sum.stillRunning.turns === 0
    ? {}
    : { still_running: { turns: sum.stillRunning.turns, from: new Date(sum.stillRunning.from).toISOString() } }),
  ...(sum.notUnderstood.length === 0 ? {} : { not_understood: sum.notUnderstood }),
})

export function tellRead(sum: ImportReport, report: Report): void {
  report.table([
    ['files read', String(sum.files)],
    ['lines read', String(sum.lines)],
    ['turns recorded', String(sum.turnsRecorded)],
    ['turns known already', String(sum.turnsKnown)],
    ['drafts', String(sum.drafts)],
  ])
  const skipped = Object.entries(sum.skipped)
    .filter(([reason]) => reason !== 'still_running')
    .sort(([, a], [, b]) => b - a)
  if (skipped.length > 0) {
    const named = skipped.slice(0, MAX_SKIPPED).map(([reason, n]) => `${n} ${reason.replaceAll(/[_-]/g, ' ')}`)
    const more = skipped.length > MAX_SKIPPED ? ', …' : ''
    for (const line of wrapped(`Lines that tell of no turn: ${named.join(', ')}${more}`, report.width))
      report.line(line)
  }
  tellStillRunning(sum.stillRunning, report)
}

/**
 * Writes that last turns were left out because their agent has not marked them as ended, and when they will be read.
 */
function tellStillRunning({ turns, from }: ImportReport['stillRunning'], report: Report): void {
  if (turns === 0) return
  const minutes = REST_MS / 60_000
  const text =
    turns === 1
      ? `The last turn of a session is not read yet: it may still go on. Import again at ${clock(from)} or later, ${minutes} minutes after the last word of the session.`
      : `The last turns of ${turns} sessions are not read yet: they may still go on. Import again at ${clock(from)} or later, ${minutes} minutes after the last word of each.`
  for (const line of wrapped(text, report.width)) report.line(line)
}

/** The time of day on this machine, rounded up to the minute. */
function clock(ms: number): string {
  const at = new Date(Math.ceil(ms / 60_000) * 60_000)
  return [at.getHours(), at.getMinutes()].map((n) => String(n).padStart(2, '0')).join(':')
}

/** Writes what was learned, or why nothing was, then what to do next; about twenty lines at most. */
export function tellImport(learned: Learned, report: Report): void {
  const { sum } = learned
  if (isNothingFound(sum)) tellNothingFound(learned, report)
  else if (learned.drafted.length > 0) {
    tellDrafts('Drafted', learned.drafted.filter(isShown), report)
    tellDrafts('Drafted, and waiting for runs that share a step', learned.drafted.filter(isKept), report)
  } else tellNoDraft(learned, report)
  tellNext(learned, report)
}

/** Whether no session was found. An unchanged file is a session, although it adds neither lines nor turns. */
const isNothingFound = ({ files, lines, skipped, errors, turnsRecorded, turnsKnown }: ImportReport): boolean =>
  files === (skipped.unrecognised_file ?? 0) ||
  (lines + errors.length > 0 && turnsRecorded + turnsKnown + (skipped.still_running ?? 0) === 0)

const isKept = ({ status }: Skill): boolean => status === 'watching'
const isShown = (skill: Skill): boolean => !isKept(skill)

/** One line per draft. The request is cut where the line is too long, since a cut command could not be pasted. */
function tellDrafts(title: string, skills: readonly Skill[], report: Report, all = skills.length): void {
  if (skills.length === 0) return
  report.line(`\n${title}`)
  const shown = skills.slice(0, MAX_DRAFTS)
  for (const { name, triggers, description } of shown) {
    const command = `  wayland-core show ${name}`
    const request = short(triggers[0] ?? description, Math.max(MIN_TEXT, report.width - command.length - 4))
    report.line(`${command}  "${request}"`)
  }
  if (all > shown.length) report.line(`  … and ${all - shown.length} more: "wayland-core skills" lists all`)
}

function tellNoDraft({ sum, outlook, view, waiting }: Learned, report: Report): void {
  const isNew = sum.turnsRecorded > 0
  report.line(
    `\n${isNew ? 'Nothing was drafted' : 'Nothing is new here, and nothing was drafted'}: that takes ${view.threshold} successes in a row on one task.`,
  )
  tellReasons(outlook, report)
  tellNearest(outlook, view, report)
  tellDrafts('Drafted before', waiting.newest, report, waiting.count)
}

/** Writes which places were searched, and where agents keep their sessions. */
function tellNothingFound({ sum, places, missing }: Learned, report: Report): void {
  report.line(sum.notUnderstood.length === 0 ? '\nNo sessions were found.' : '\nNo prompt was found.')
  for (const { engine, path } of places) {
    const found = mayRead(path) ? whatIsThere(sum) : 'it may not be read'
    report.line(`  ${path}: ${found}${engine === 'auto' ? '' : ` (as ${engine})`}`)
  }
  for (const { engine, path } of missing.slice(0, MAX_PLACES)) report.line(`  ${path}: not there (${engine})`)
  if (missing.length === 0) report.line('"wayland-core import" alone looks where each agent keeps its sessions.')
}

const whatIsThere = ({ files, skipped }: ImportReport): string =>
  files === 0
    ? 'no .jsonl or .json file'
    : files === skipped.unrecognised_file
      ? 'no file of an agent that can be read'
      : 'no turn in its files'

function tellNext({ drafted, unconnected }: Learned, report: Report): void {
  const steps: string[][] = []
  const [first] = drafted.filter(isShown)
  if (first !== undefined) {
    steps.push(['  See what a task would get', 'wayland-core route "your next task"'])
    steps.push(['  Keep one, after a look', `wayland-core skills promote ${first.name}`])
  }
  const [agent] = unconnected
  if (agent !== undefined) steps.push(['  Let turns come in by themselves', `wayland-core install ${agent}`])
  // Not cut to the terminal's width, because a person pastes them.
  if (steps.length > 0) report.line(`\nNext\n${columns(steps)}`)
}

const MAX_SKIPPED = 6
export const MAX_DRAFTS = 5
const MIN_TEXT = 12
const MAX_PLACES = 8
