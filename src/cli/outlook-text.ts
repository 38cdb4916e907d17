import type { Outlook } from '../app/skill-loop.ts'
import type { Settings } from '../config/options.ts'
import { explained } from './columns.ts'
import { counted, type Report } from './report.ts'

/** Settings and limits with which an outlook is shown. */
export interface OutlookView {
  /** Successes that make a draft. */
  readonly threshold: number
  /** Days after which a streak of one exact signature begins anew. */
  readonly expiryDays: number
  readonly now: Date
  readonly most: number
}

export const outlookView = (settings: Settings, now: Date): OutlookView => ({
  threshold: settings['bucket.threshold'],
  expiryDays: settings['bucket.expiryDays'],
  now,
  most: 3,
})

/** Writes why the turns so far gave no more drafts: one line per reason. */
export function tellReasons({ turns, outcomes, refused, open, alone }: Outlook, report: Report): void {
  if (turns === 0) return
  const { program = 0, excluded = 0, ...byGate } = refused
  const gates = Object.entries(byGate).sort(([, a], [, b]) => b - a)
  const held = gates.reduce((sum, [, n]) => sum + n, 0)
  const named = gates.slice(0, MAX_GATES).map(([gate, n]) => `${n} ${gate.replaceAll('_', ' ')}`)
  const rows: readonly (readonly [number, string])[] = [
    [
      outcomes.success - held - program - excluded,
      `succeeded and count; ${counted(open, 'streak')} open, ${alone} of them a single request`,
    ],
    [held, `succeeded and set no task: ${named.join(', ')}${gates.length > MAX_GATES ? ', …' : ''}`],
    [program, 'were written by a program, and do not count; those that are yours are named in learn.include'],
    [excluded, 'are left out by learn.exclude'],
    [outcomes.failure, 'failed, which ends a streak'],
    [outcomes.unknown, 'have no known end: broken off, taken back, or still open'],
  ]
  report.line(`Of ${counted(turns, 'turn')}${turns < 5000 ? '' : ', the latest,'}`)
  const shown = rows.filter(([n]) => n > 0).map(([n, words]) => [`  ${n}`, words] as const)
  report.line(explained(shown, report.width))
}

/** Writes the streaks nearest to a draft, and full streaks that gave none; false where there are none. */
export function tellNearest(outlook: Outlook, view: OutlookView, report: Report): boolean {
  const { threshold, now, most } = view
  // One that is long enough waits for runs that share more, and is no nearer with another.
  const near = nearStreaks(outlook, view)
    .filter(({ streak }) => streak < threshold)
    .sort((a, b) => Number(isPast(a, view)) - Number(isPast(b, view)))
    .slice(0, most)
  const turnedDown = outlook.turnedDown.slice(0, Math.max(1, most - near.length))
  if (near.length + turnedDown.length === 0) return false
  report.line('\nNearest to a draft')
  report.table([
    ...near.map((one) => [
      `  ${one.streak} of ${threshold}`,
      short(one.signature.replaceAll('-', ' '), MAX_NAME),
      `"${short(one.request)}"`,
      `${ago(one.at, now)}${isPast(one, view) ? ', expired' : ''}`,
    ]),
    ...turnedDown.map(({ skill, reason, at }) => [
      '  no draft',
      short(skill.replace(/^auto-/, '').replaceAll('-', ' '), MAX_NAME),
      short(reason.replaceAll('_', ' ')),
      // Its runs may be years old: an import judges them all at once.
      `judged ${ago(at, now)}`,
    ]),
  ])
  return true
}

export const nearestToWire = (outlook: Outlook, view: OutlookView) =>
  nearStreaks(outlook, view).map((one) => ({
    signature: one.signature,
    streak: one.streak,
    of: view.threshold,
    turn_id: one.turnId,
    request: one.request,
    at: new Date(one.at).toISOString(),
    expired: isPast(one, view),
  }))

/** Streaks of more than one request, or one request short of the threshold. */
const nearStreaks = ({ nearest }: Outlook, { threshold }: OutlookView) =>
  nearest.filter(({ streak }) => streak >= Math.min(2, threshold - 1))

/** Whether the streak has expired, so that the next success begins it anew. */
const isPast = ({ exact, at }: OpenStreak, { now, expiryDays }: OutlookView): boolean =>
  exact && +now - at > expiryDays * DAY_MS

type OpenStreak = Outlook['nearest'][number]

function ago(at: number, now: Date): string {
  if (at < UNDATED_MS) return 'undated'
  const days = Math.floor((+now - at) / DAY_MS)
  return days < 1 ? 'today' : `${counted(days, 'day')} ago`
}

/** The beginning of a text on one line, cut to fit beside other columns. */
export function short(text: string, most = MAX_TEXT): string {
  const line = [...text.replace(/\s+/g, ' ').trim()]
  return line.length <= most ? line.join('') : `${line.slice(0, most - 1).join('')}…`
}

const MAX_GATES = 4
const MAX_TEXT = 44
const MAX_NAME = 28
const DAY_MS = 86_400_000
/** Turns of a file that names no time are put at the start of 1970. */
const UNDATED_MS = 365 * DAY_MS
