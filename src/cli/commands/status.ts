import type { ReviewSummary, SkillLoop } from '../../app/skill-loop.ts'
import { isDrafted, type Skill } from '../../domain/skill.ts'
import type { Call, Words } from '../command.ts'
import { overBound, sizeText } from '../database-size.ts'
import { ruleRows, ruleToWire } from '../finding-lines.ts'
import { firstStep } from '../first-step.ts'
import { hintCounts, missingRows } from '../late-hints-text.ts'
import { tellNotUnderstood } from '../not-understood.ts'
import { nearestToWire, outlookView, tellNearest, tellReasons } from '../outlook-text.ts'
import { asideOf, asideToWire, tellAside } from '../put-aside-text.ts'
import { counted, type Report } from '../report.ts'
import { scheduleStanding, standingRows, standingToWire, tellFailures } from '../schedule-standing.ts'
import { takeInSpooled } from '../spooled.ts'

export const command: Words = {
  topic: 'data',
  words: 'What was learned, and what waits for you',
  text: ['Takes in what hooks have put aside first.'],
  json: {
    skills_switch: 'on or off',
    turns: 'number of turns recorded; this and the next three null where there is no database',
    last_turn_at: 'ISO 8601, or null',
    streaks: 'number of open streaks',
    decisions: 'number of decisions kept',
    skills: '{status: count}',
    waiting: 'drafts and other staged skills that no person has reviewed: [{id, name, created_at, path}], newest first',
    watching: 'drafts that are not offered yet: [{id, name, created_at, path}], newest first',
    waiting_for_a_look:
      'names of the skills that are not offered yet and need a look, newest first: quarantined ones, reviewed ones whose files were altered, drafts of documents, and with router.offer active every draft that was not promoted; a watching draft waits for further runs and is none of them',
    hints:
      '{answered, held_out, late} of the prompts of the last 30 days: whether the hint, or that there is none, was there in time; held_out, of these, had none to measure what skills are worth; late is also one that the agent no longer took, and one for which no daemon ran and hook.directMs left no time',
    spooled: 'number of events that hooks have put aside and that wait',
    put_aside: 'number of events that were given up after three tries',
    reviews: '[{kind, state, reviews, last_at}]: what a model looked at; kind: session, recurring, reword or document',
    spending: '[{purpose, provider, model, calls, failed, waiting, input, output, unknown}] of the last 30 days',
    aside: '[{kind, what, at, why}]: the same by name; "daemon retry" tries them again',
    daemon: 'its process number, or null',
    schedules:
      '{active, paused, next: {id, skill, at} or null, failed: [{id, skill, why}], daemon_needed: whether they wait and no daemon runs}',
    not_understood: '[{engine, version, files, lines}] of the last 30 days, as of "import"',
    database: 'path, or null',
    database_bytes: 'its size',
    database_free_bytes: 'free space within it, which is used again',
    database_over_bound: 'whether the rest is more than `retention.maxMb`',
    skills_folder: 'path',
    rules: '[{id, text, sources, sessions, state}]: as of "notes", of all projects, as last heard',
    nearest: 'as of "import"',
  },
  example: 'wayland-core status',
}

/** Calls of models are summed up over these, in ms. */
const MONTH_MS = 30 * 86_400_000
/** Drafts shown; further ones are counted. */
const MAX_SHOWN = 3

/** Shows what was learned so far, the drafts that wait for a person, newest first, and where it is stored. */
export async function run({ json, report, open }: Call): Promise<void> {
  await using loop = await open({ brief: true })
  const spooled = await takeInSpooled(loop)
  const tally = await loop.upkeep.tally()
  const { byStatus, waiting, watching, held } = await loop.review.statusOverview(
    json ? Number.MAX_SAFE_INTEGER : MAX_SHOWN,
  )
  const notUnderstood = await loop.upkeep.notUnderstood()
  const aside = spooled.fault === undefined ? await asideOf(loop) : []
  const summary = await loop.learning.reviewed(new Date(Date.now() - MONTH_MS))
  const looked = reviewedText(summary)
  const outlook = await loop.review.outlook()
  const view = outlookView(loop.upkeep.config.settings, new Date())
  const schedules = await scheduleStanding(loop)
  const rules = await loop.review.rules()
  const hints = await hintCounts(loop)
  const shared = sharedRows(await loop.review.sharedSkills())
  const over = overBound(tally, loop.upkeep.config)
  const database = 'file' in loop.upkeep.database ? loop.upkeep.database.file : null
  const recorded = recordedOf(loop, tally, outlook.open)
  const isOff = loop.upkeep.config.settings.skills === 'off'
  if (json)
    return report.json({
      skills_switch: loop.upkeep.config.settings.skills,
      ...recorded,
      skills: byStatus,
      waiting: waiting.newest.map(toWire),
      watching: watching.newest.map(toWire),
      waiting_for_a_look: held.map(({ name }) => name),
      hints: { answered: hints.answered, held_out: hints.heldOut, late: hints.late },
      spooled: spooled.waiting,
      put_aside: aside.length,
      reviews: summary.counts.map(({ lastAt, ...one }) => ({ ...one, last_at: new Date(lastAt).toISOString() })),
      spending: summary.spending,
      aside: aside.map(asideToWire),
      daemon: spooled.daemon,
      schedules: standingToWire(schedules),
      not_understood: notUnderstood,
      database,
      database_bytes: tally.bytes,
      database_free_bytes: tally.freeBytes,
      database_over_bound: over !== undefined,
      skills_folder: loop.upkeep.config.skillsRoot,
      rules: rules.map(ruleToWire),
      nearest: nearestToWire(outlook, view),
    })
  const counted = Object.entries(byStatus).map(([status, n]) => `${n} ${status}`)
  report.table([
    ...recordedRows(recorded),
    ['skills', counted.length === 0 ? 'none yet' : counted.join(', ')],
    ...shared,
    ...(spooled.waiting === 0 && spooled.fault === undefined
      ? []
      : [['events waiting', spooled.fault ?? String(spooled.waiting)]]),
    ['daemon', spooled.daemon === null ? 'not running' : `process ${spooled.daemon}`],
    ...missingRows(hints),
    ...standingRows(schedules),
    ...ruleRows(rules),
    ['skills folder', loop.upkeep.config.skillsRoot],
    ['database', database === null ? (isOff ? 'none' : 'not available') : `${database}, ${sizeText(tally)}`],
    ...(looked === undefined ? [] : [['reviewed', looked]]),
  ])
  if (over !== undefined) report.line(`\n${over.found}\n${over.fix}`)
  tellFailures(schedules, report)
  tellNotUnderstood(notUnderstood, report)
  tellAside(aside, report)
  if (counted.length === 0 && recorded.turns === 0) report.line(`\n${await firstStep(loop)}`)
  else if (waiting.count === 0 && outlook.turns > 0) {
    report.line()
    tellReasons(outlook, report)
  }
  tellNearest(outlook, view, report)
  tellHeld(held, report)
  if (waiting.count === 0) return
  report.line(`\n${waitingText(waiting)} for your review`)
  report.table(
    waiting.newest.map((s) => [`  ${s.name}`, s.createdAt.toISOString().slice(0, 10), s.triggers[0] ?? s.description]),
  )
  if (waiting.count > MAX_SHOWN)
    report.line(`  … and ${waiting.count - MAX_SHOWN} more; "wayland-core skills" lists all`)
  report.line(
    '\nRead one with "wayland-core show <name>"; keep it with "skills promote", drop it with "skills archive".',
  )
}

/** What was recorded; nulls where there is no database to say it. Switched off, what is shown is all there is. */
function recordedOf(
  { upkeep }: SkillLoop,
  { turns, lastTurnAt, decisions }: Awaited<ReturnType<SkillLoop['upkeep']['tally']>>,
  streaks: number,
) {
  if ('none' in upkeep.database && upkeep.config.settings.skills === 'on')
    return { turns: null, last_turn_at: null, streaks: null, decisions: null }
  return { turns, last_turn_at: lastTurnAt === null ? null : new Date(lastTurnAt).toISOString(), streaks, decisions }
}

function recordedRows({ turns, last_turn_at: last, streaks }: ReturnType<typeof recordedOf>): string[][] {
  if (turns === null) return [['turns recorded', 'not known: the database is not available']]
  return [
    ['turns recorded', `${turns}${last === null ? '' : `, the last at ${last}`}`],
    ['open streaks', String(streaks)],
  ]
}

const toWire = ({ id, name, createdAt, path }: Skill) => ({ id, name, created_at: createdAt.toISOString(), path })

/** The skills of shared libraries by standing, in a line. */
function sharedRows(skills: readonly { readonly standing: keyof typeof STANDINGS }[]): string[][] {
  const counted = Object.entries(STANDINGS).flatMap(([standing, words]) => {
    const n = skills.filter((one) => one.standing === standing).length
    return n === 0 ? [] : [`${n} ${words}`]
  })
  return counted.length === 0 ? [] : [['of libraries', counted.join(', ')]]
}

const STANDINGS = { approved: 'approved', waits: 'not approved', blocked: 'blocked by a safety rule' } as const

/** By the newest: a skill that came from elsewhere and waits is no draft. */
function waitingText({ count, newest }: { readonly count: number; readonly newest: readonly Skill[] }): string {
  const what = newest.every(({ origin }) => isDrafted(origin)) ? 'draft' : 'skill'
  return count === 1 ? `1 ${what} waits` : `${count} ${what}s wait`
}

function tellHeld(held: readonly { readonly name: string; readonly why: string }[], report: Report): void {
  if (held.length === 0) return
  const count = held.length === 1 ? '1 skill is' : `${held.length} skills are`
  report.line(`\n${count} not offered before a look ("wayland-core show <name>", then "skills promote <name>")`)
  for (const { name, why } of held.slice(0, MAX_SHOWN)) report.line(`  ${name}: ${why}`)
  if (held.length > MAX_SHOWN) report.line(`  … and ${held.length - MAX_SHOWN} more`)
}

/** What a model looked at so far and what the last days cost, in a line; undefined where nothing was. */
function reviewedText({ counts, spending }: ReviewSummary): string | undefined {
  const done = KINDS.flatMap(([kind, one, more]) => {
    const n = sum(
      counts.filter((count) => count.kind === kind && count.state === 'reviewed').map(({ reviews }) => reviews),
    )
    return n === 0 ? [] : [`${n} ${n === 1 ? one : more}`]
  })
  const waiting = sum(counts.filter(({ state }) => state === 'waiting').map(({ reviews }) => reviews))
  if (done.length === 0 && waiting === 0) return undefined
  const last = Math.max(...counts.map(({ lastAt }) => lastAt))
  return [
    done.length === 0 ? 'nothing yet' : done.join(', '),
    ...(waiting === 0 ? [] : [`${waiting} ${waiting === 1 ? 'waits' : 'wait'} for an answer or a budget`]),
    `the last on ${new Date(last).toISOString().slice(0, 10)}`,
    costText(spending),
  ].join('; ')
}

const KINDS = [
  ['session', 'session', 'sessions'],
  ['recurring', 'project', 'projects'],
  ['reword', 'draft', 'drafts'],
  ['document', 'passage of a document', 'passages of documents'],
] as const

function costText(spending: ReviewSummary['spending']): string {
  const calls = sum(spending.map((one) => one.calls - one.waiting))
  const tokens = sum(spending.map(({ input, output }) => input + output))
  const unknown = sum(spending.map((one) => one.unknown))
  const known = `${counted(calls, 'call')} and ${tokens} tokens in 30 days`
  return unknown === 0 ? known : `${known}, and those of ${counted(unknown, 'call')} unknown`
}

const sum = (all: readonly number[]): number => all.reduce((total, one) => total + one, 0)
