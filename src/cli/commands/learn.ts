import type { LearnOptions, LearnReport, SkillLoop } from '../../app/skill-loop.ts'
import { WaylandError } from '../../domain/errors.ts'
import { type Call, EXIT, type ExitCode } from '../command.ts'
import type { Report } from '../report.ts'
import { sinceDate } from '../since-date.ts'
import { takeInSpooled } from '../spooled.ts'

/** Reviews sessions with the configured model; exit code 3 while questions wait for answers or no model can be asked. */
export async function run({ words, flags, json, report, open }: Call): Promise<ExitCode> {
  const [session, ...more] = words
  if (more.length > 0) throw usage('learn takes one session')
  if (session !== undefined && (flags.all === true || flags.since !== undefined))
    throw usage('learn takes a session, or --since, or --all')
  if (session !== undefined && flags.recurring === true) throw usage('learn --recurring takes no session')
  if (flags['not-duplicate'] !== undefined && Object.keys(flags).length + words.length > 1)
    throw usage('learn --not-duplicate takes the id of a proposal, and nothing else')
  const since =
    flags.all === true ? new Date(0) : typeof flags.since === 'string' ? sinceDate(flags.since, new Date()) : undefined
  await using loop = await open()
  if (typeof flags['not-duplicate'] === 'string') return await stageOwn(flags['not-duplicate'], loop, json, report)
  await takeInSpooled(loop)
  const found = await loop.learn({
    ...(session === undefined ? {} : { session }),
    ...(since === undefined ? {} : { since }),
    ...recurringOf(flags),
    dryRun: flags['dry-run'] === true,
    onProgress: (line) => report.progress(line),
  })
  report.progress(undefined)
  if (json) report.json(toWire(found))
  else if (flags['dry-run'] === true) tellQuestions(found, loop, report)
  else tellLearned(found, report)
  if (found.stopped !== undefined) report.error(found.stopped)
  if (found.waiting > 0 || found.stopped !== undefined) return EXIT.unavailable
  return found.failed.length > 0 ? EXIT.refused : EXIT.done
}

/** Makes a proposal a skill of its own; exit code 1 where a rule refuses it. */
async function stageOwn(proposal: string, loop: SkillLoop, json: boolean, report: Report): Promise<ExitCode> {
  const { skill, staged } = await loop.notDuplicate(proposal)
  const isStaged = staged.status === 'staged'
  if (json) report.json(isStaged ? { skill: staged.skill, status: 'staged' } : { skill, ...staged })
  else if (isStaged)
    report.line(
      `${staged.skill}: a skill of its own, and waits for you. Read it with "wayland-core show ${staged.skill}".`,
    )
  else report.line(`${skill}: refused, ${staged.rule}: ${staged.reason}`)
  return isStaged ? EXIT.done : EXIT.refused
}

/** With a time beside it, or for all, sessions are reviewed as well. */
function recurringOf({ recurring, all, since }: Call['flags']): Pick<LearnOptions, 'recurring'> {
  if (recurring === true) return { recurring: since === undefined && all !== true ? 'only' : 'too' }
  return all === true ? { recurring: 'too' } : {}
}

const usage = (message: string) => new WaylandError('bad_usage', message, { hint: 'See "wayland-core learn --help".' })

function tellQuestions({ questions, skipped }: LearnReport, { config }: SkillLoop, report: Report): void {
  for (const { subject, reasons, prompt, text } of questions) {
    report.line(`${subject}: ${reasons.join(', ')}; ${prompt} would send:\n`)
    report.line(text)
    report.line()
  }
  const { 'model.provider': provider, 'model.maxCallsPerRun': calls, 'model.dailyTokens': tokens } = config.settings
  const counted = (prompt: string, one: string, more: string): string => {
    const n = questions.filter((question) => question.prompt.startsWith(`${prompt}@`)).length
    return n === 0 ? '' : `, ${n} ${n === 1 ? one : more}`
  }
  const beside = `${counted('recurring', 'list of requests read', 'lists of requests read')}${counted('reword', 'draft worded anew', 'drafts worded anew')}`
  const count = questions.filter(({ prompt }) => prompt.startsWith('extract@')).length
  report.line(
    `${count} ${count === 1 ? 'session' : 'sessions'} would be reviewed${beside}${skippedText(skipped)}. ` +
      `A run makes at most ${calls} calls and spends at most ${tokens} tokens a day. Nothing was sent` +
      `${provider === 'none' ? ', and no model is configured (model.provider).' : '.'}`,
  )
}

function tellLearned(found: LearnReport, report: Report): void {
  for (const { id, skill, proposal, staged } of found.proposals) {
    const what = `${proposal.operation} ${skill}`
    report.line(
      staged.status === 'staged'
        ? `${what}: waits for you. Read it with "wayland-core show ${skill}", or the change with "wayland-core skills diff ${skill}".`
        : `${what}: refused, ${staged.rule}: ${staged.reason}`,
    )
    if (isForAnother(staged, proposal))
      report.line(`  Another matter than that skill? wayland-core learn --not-duplicate ${id.slice(0, 12)}`)
  }
  for (const { task, requests, skill, status, rule, reason } of found.tasks) {
    const what = `${requests.length} requests, "${task}"`
    if (status === 'refused') report.line(`${what}: refused, ${rule}: ${reason}`)
    else report.line(`${what}: drafted as ${skill}. Read it with "wayland-core show ${skill}".`)
  }
  for (const { skill, reason, staged } of found.reworded)
    report.line(
      staged?.status === 'staged'
        ? `${skill}: worded anew. Read it with "wayland-core show ${skill}".`
        : `${skill}: keeps its text; ${reason}`,
    )
  for (const { subject, why } of found.failed) report.line(`${subject}: not reviewed: ${why}`)
  const { reviewed, projects, calls, waiting, skipped } = found
  const beside = projects === 0 ? '' : `, requests of ${projects} ${projects === 1 ? 'project' : 'projects'} read`
  report.line(
    `${reviewed} ${reviewed === 1 ? 'session' : 'sessions'} reviewed${beside}${skippedText(skipped)}; ${calls} calls, ${tokensText(found.tokens)}.`,
  )
  if (waiting > 0)
    report.line(
      `${waiting} ${waiting === 1 ? 'review waits' : 'reviews wait'} for answers. See them with "wayland-core model questions", and run "wayland-core learn" again.`,
    )
}

const isForAnother = (staged: Staged, { operation, skill }: Proposal): boolean =>
  staged.status === 'staged'
    ? operation === 'create' && staged.skill !== skill?.name
    : staged.rule === 'known' || staged.rule === 'waiting'

type Staged = LearnReport['proposals'][number]['staged']
type Proposal = LearnReport['proposals'][number]['proposal']

const tokensText = (tokens: LearnReport['tokens']): string =>
  tokens === 'unknown' ? 'tokens unknown' : `${tokens.input} tokens in, ${tokens.output} out`

function skippedText(skipped: LearnReport['skipped']): string {
  const parts = Object.entries(skipped).map(([reason, count]) => `${count} ${reason}`)
  return parts.length === 0 ? '' : `, others not (${parts.join(', ')})`
}

const toWire = (found: LearnReport) => ({
  reviewed: found.reviewed,
  skipped: found.skipped,
  calls: found.calls,
  tokens: found.tokens,
  waiting: found.waiting,
  proposals: found.proposals.map(({ id, skill, proposal, staged, subject, calls }) => ({
    ...{ id, skill, operation: proposal.operation, status: staged.status },
    ...(staged.status === 'staged' ? { reason: proposal.reason } : { rule: staged.rule, reason: staged.reason }),
    ...{ from: subject, calls },
  })),
  projects: found.projects,
  tasks: found.tasks.map(({ subject, rule, ...task }) => ({ ...task, rule: rule ?? null, from: subject })),
  reworded: found.reworded.map(({ skill, reason, staged }) => ({ skill, status: staged?.status ?? 'left', reason })),
  failed: found.failed,
  stopped: found.stopped?.message ?? null,
  questions: found.questions,
})
