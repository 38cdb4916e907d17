import type { LearnOptions, LearnPlan, SkillLoop } from '../../app/skill-loop.ts'
import { WaylandError } from '../../domain/errors.ts'
import { type Call, EXIT, type ExitCode } from '../command.ts'
import { learnToWire, type Reviewed, tellLearned, tellQuestions } from '../learn-text.ts'
import type { Report } from '../report.ts'
import { sinceDate } from '../since-date.ts'
import { takeInSpooled } from '../spooled.ts'

/** Reviews sessions with the configured model; exit code 3 while questions wait for answers or no model can be asked. */
export async function run({ words, flags, json, report, open }: Call): Promise<ExitCode> {
  const asked = filesOf(words, flags) ?? sessionsOf(words, flags)
  const noun: Reviewed = asked.documents === undefined ? 'session' : 'passage'
  await using loop = await open()
  if (typeof flags['not-duplicate'] === 'string') return await stageOwn(flags['not-duplicate'], loop, json, report)
  await takeInSpooled(loop)
  const found = await loop.learn({
    ...asked,
    dryRun: flags['dry-run'] === true,
    onProgress: (line) => report.progress(line),
    onPlan: (plan) => report.note(planText(plan, loop)),
  })
  report.progress(undefined)
  if (json) report.json(learnToWire(found))
  else if (flags['dry-run'] === true) tellQuestions(found, loop, noun, report)
  else tellLearned(found, noun, report)
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

function sessionsOf(words: Call['words'], flags: Call['flags']): LearnOptions {
  const [session, ...more] = words
  if (more.length > 0) throw usage('learn takes one session')
  if (session !== undefined && (flags.all === true || flags.since !== undefined))
    throw usage('learn takes a session, or --since, or --all')
  if (session !== undefined && flags.recurring === true) throw usage('learn --recurring takes no session')
  if (flags['not-duplicate'] !== undefined && Object.keys(flags).length + words.length > 1)
    throw usage('learn --not-duplicate takes the id of a proposal, and nothing else')
  const since =
    flags.all === true ? new Date(0) : typeof flags.since === 'string' ? sinceDate(flags.since, new Date()) : undefined
  return {
    ...(session === undefined ? {} : { session }),
    ...(since === undefined ? {} : { since }),
    ...recurringOf(flags),
  }
}

/** Files in place of sessions. */
function filesOf(words: Call['words'], flags: Call['flags']): LearnOptions | undefined {
  const [kind, ...more] = (['document', 'conversations', 'trajectories'] as const).filter(
    (name) => flags[name] === true,
  )
  if (kind === undefined) return undefined
  if (more.length > 0) throw usage('learn takes one kind of files: documents, conversations or trajectories')
  if (words.length === 0) throw usage(`learn --${kind} needs a file`)
  if (flags.all === true || ['since', 'recurring', 'not-duplicate'].some((name) => flags[name] !== undefined))
    throw usage(`learn --${kind} takes files, and besides --dry-run nothing else`)
  return kind === 'document'
    ? { documents: words }
    : { conversations: { paths: words, judged: kind === 'trajectories' } }
}

/** What the run may cost, before it costs anything. */
function planText({ passages, tokens, furtherCalls }: LearnPlan, { config }: SkillLoop): string {
  const { 'model.maxCallsPerRun': calls, 'model.dailyTokens': daily } = config.settings
  if (passages === 0) return 'Nothing to ask: each passage was reviewed before.'
  return (
    `${passages} ${passages === 1 ? 'passage' : 'passages'} to ask about: at most ${tokens} tokens for the first questions with their answers, ` +
    `and ${furtherCalls} further calls for a passage that holds something. This run makes at most ${calls} calls, and a day costs at most ${daily} tokens.`
  )
}

/** `--recurring` alone looks for recurring tasks only; with `--since` or `--all` sessions are reviewed too. */
function recurringOf({ recurring, all, since }: Call['flags']): Pick<LearnOptions, 'recurring'> {
  if (recurring === true) return { recurring: since === undefined && all !== true ? 'only' : 'too' }
  return all === true ? { recurring: 'too' } : {}
}

const usage = (message: string) => new WaylandError('bad_usage', message, { hint: 'See "wayland-core learn --help".' })
