import type { LearnOptions, LearnPlan, LearnReport, SkillLoop } from '../../app/skill-loop.ts'
import { WaylandError } from '../../domain/errors.ts'
import { type Call, EXIT, type ExitCode, type Words } from '../command.ts'
import { sinceDate } from '../flag-values.ts'
import { counted, type Report } from '../report.ts'
import { takeInSpooled } from '../spooled.ts'

export const command: Words = {
  topic: 'learning',
  takes: '[<session-id>|<file>…]',
  words: 'Let the configured language model propose skills from sessions or documents; rules and you decide',
  flags: {
    since: { value: 'time', words: 'Sessions with a turn since then: 12h, 2d, 3w or a date (default: a week)' },
    all: { words: 'Every session that was not reviewed yet' },
    recurring: { words: 'Look only for tasks that recur in other words, once a day in each project' },
    'not-duplicate': {
      value: 'proposal',
      words: 'Stage a proposal that was refused as a duplicate, or merged into a skill, as a skill of its own',
    },
    document: { words: 'Learn from files: text, Markdown, HTML, PDF, DOCX; each passage once' },
    conversations: { words: 'Learn from conversations in the shape of the OpenAI API, read as "import" does' },
    trajectories: { words: 'Learn from runs in that shape, each of which says "success": true or false' },
    'dry-run': { words: 'Print what would be sent, word by word; ask and write nothing' },
  },
  text: [
    'Reviews sessions that have ended or rested for half an hour, each once, and again when it went on. A session is reviewed where it has five tool calls and an error that was got over or a person who steered; twenty calls with a change; a correction or a standing wish; or a failed run with a skill in use. Sessions in which skills were edited are not. A session that still rests is named with its id, and taken at once by "learn <id>"; learn list shows all ids.',
    'The model proposes one new skill, one change of a skill, or nothing. Rules decide: each statement quotes a turn or call that holds it, each command ran and ended well, nothing is named that the session does not hold, nothing is copied from another skill or the notes of the project, and safety rules and redaction apply as to every draft. A second call sees statements and quotations alone. A step or another statement that breaks a rule, or that the second call doubts, is left out by itself with the reason; the model is asked once more with the reasons, and a skill that lost its steps or most of its statements is refused. What passes waits for you: a new skill is staged, a change lies beside the skill as a proposed version, also of a skill of your own.',
    'After a run that failed with a skill in use, the model reads the text of that skill too and may propose one edit of it. The edit is refused where it takes out, changes, reorders or forbids a step that the skill names and a recent successful run with it did. What you wish from now on is not held back by this.',
    'What you reject, archive or revoke is not proposed again, and the next review sees your --reason. A proposal that was refused for a skill that is there, or put beside it as a change, is staged as a skill of its own with --not-duplicate and its id, which "model usage" lists too: no model is asked, and the rules of text, names and safety hold.',
    'Requests of a project that succeeded and wait in no streak are put before the model in one call, once a day at most and only when three new ones came (some 3,000 tokens; --recurring does only that): which of them are one task in other words? Groups are checked (three requests that exist and were made apart, no task that has a skill or was rejected) and drafted from their runs by rules, like a streak, under the name that the model gives the task. A group whose runs share nothing is drafted from its requests and wishes, and watched. Both are then worded by the model like the drafts of streaks. "explain" says of a request what became of it.',
    'Drafts of streaks whose runs share steps are worded anew from the table of their evidence, by the same rules: a command that every run did may not be lost, none may come in, and where a rule or the second reader objects the first text stays. Name, evidence and grade stay those that rules found; the next streak begins from its own text.',
    'With --document, files are read in place of sessions: text in UTF-8, UTF-16 or Windows-1252, Markdown, HTML, PDF (its text; scanned pages have none) and DOCX, by what they hold and then by their names; at most 32 MB, 1,000 pages and 60 passages of some 24,000 characters each. Scripts, hidden text and deleted text are left out. Each passage is one review, and is not asked about again whatever file it comes in. The same rules hold, and each command, path and option must stand in the passage. A document is no run: what is learned from it has no turn as evidence, says so under "Source", and is watched and not offered until you promote it.',
    'With --conversations, files of conversations (JSON or JSON Lines, as "import openai-chat" reads them: "messages", "conversation", "conversations" or "history", with role and content, or from and value) are recorded like an import, and those of them that hold something by the rules above are reviewed, each once. A conversation may say "success": true or false, as collections of trajectories do: its turns then have that outcome, so that steps are learned only from those that succeeded, and pitfalls from both. With --trajectories only those that say it are reviewed. A row that is no conversation, or does not say it, is named, and the others are read.',
    'What is sent is redacted first: requests, tool calls with their inputs, and first lines of errors, or the text of a document; see it with --dry-run. An answer is kept, so that a run that was stopped goes on without asking again. Needs model.provider; exit code 3 while questions wait for answers, or where the model cannot be asked or the budget is spent.',
  ],
  json: {
    reviewed: 'sessions, or passages of documents, that were reviewed',
    projects: 'projects whose requests were read together',
    skipped: '{reason: count} of sessions and projects that were not',
    calls: 'calls that were made; kept answers are none',
    tokens: '{input, output}, or "unknown" where one call did not say',
    resting: 'ids of sessions that went on less than half an hour ago',
    waiting: 'sessions and projects whose questions wait for an answer',
    proposals:
      '[{id, skill, operation, status: staged or refused, rule?, reason, from, calls, left_out: [{text, rule, reason}]}]: rule is the first that it breaks',
    tasks:
      '[{task, requests, skill, status: staged or refused, rule, reason, from}]: requests (turn ids) that the model calls one task',
    reworded: '[{skill, status: staged, refused or left, reason}]: drafts of streaks that were to be worded anew',
    failed: '[{subject, why}]: sessions and projects that are looked at once more',
    stopped: 'why the run ended early, or null',
    questions: '[{subject, reasons, prompt, text}]: what would be sent, with --dry-run',
  },
  example: 'wayland-core learn --since 2d --dry-run',
  verbs: {
    list: {
      words: 'List the latest sessions with their ids, and how each stands; ask nothing',
      json: { sessions: '[{session_id, engine, turns, last_at, standing}], the latest first' },
      example: 'wayland-core learn list',
      run: tellSessions,
    },
  },
}

/** Reviews sessions with the configured model; exit code 3 while questions wait for answers or no model can be asked. */
export async function run({ words, flags, json, report, open }: Call): Promise<ExitCode> {
  const asked = filesOf(words, flags) ?? sessionsOf(words, flags)
  const noun: Reviewed = asked.documents === undefined ? 'session' : 'passage'
  await using loop = await open()
  if (typeof flags['not-duplicate'] === 'string') return await stageOwn(flags['not-duplicate'], loop, json, report)
  await takeInSpooled(loop)
  const found = await loop.learning.learn({
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
  const { skill, staged } = await loop.learning.notDuplicate(proposal)
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
  const others = [...words, ...Object.keys(flags).filter((one) => one !== 'not-duplicate' && one !== 'json')]
  if (flags['not-duplicate'] !== undefined && others.length > 0)
    throw usage('learn --not-duplicate takes the id of a proposal, and nothing else')
  const since =
    flags.all === true ? new Date(0) : typeof flags.since === 'string' ? sinceDate(flags.since, new Date()) : undefined
  return {
    ...(session === undefined ? {} : { session }),
    ...(since === undefined ? {} : { since }),
    ...recurringOf(flags),
  }
}

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
function planText({ passages, tokens, furtherCalls }: LearnPlan, { upkeep: { config } }: SkillLoop): string {
  const { 'model.maxCallsPerRun': calls, 'model.dailyTokens': daily } = config.settings
  if (passages === 0) return 'Nothing to ask: each passage was reviewed before.'
  return (
    `${counted(passages, 'passage')} to ask about: at most ${tokens} tokens for the first questions with their answers, ` +
    `and ${furtherCalls} further calls for a passage that holds something. This run makes at most ${calls} calls, and a day costs at most ${daily} tokens.`
  )
}

/** Recurring tasks are looked for beside the reviews, or, with `--recurring` alone, without them. */
function recurringOf({ recurring, all, since }: Call['flags']): Pick<LearnOptions, 'recurring'> {
  return { recurring: recurring === true && since === undefined && all !== true ? 'only' : 'too' }
}

const usage = (message: string) => new WaylandError('bad_usage', message)

type Reviewed = 'session' | 'passage'

function tellQuestions(
  { questions, skipped, failed }: LearnReport,
  { upkeep: { config } }: SkillLoop,
  noun: Reviewed,
  report: Report,
): void {
  for (const { subject, reasons, prompt, text } of questions) {
    report.line(`${[subject, ...(reasons.length > 0 ? [reasons.join(', ')] : [])].join(': ')}; ${prompt} would send:\n`)
    report.line(text)
    report.line()
  }
  for (const { subject, why } of failed) report.line(`${subject}: not read: ${why}`)
  const { 'model.provider': provider, 'model.maxCallsPerRun': calls, 'model.dailyTokens': tokens } = config.settings
  const asked = (prompt: string, one: string, more: string): string => {
    const n = questions.filter((question) => question.prompt.startsWith(`${prompt}@`)).length
    return n === 0 ? '' : `, ${n} ${n === 1 ? one : more}`
  }
  const beside = `${asked('recurring', 'list of requests read', 'lists of requests read')}${asked('reword', 'draft worded anew', 'drafts worded anew')}`
  const count = questions.filter(({ prompt }) => prompt.startsWith('extract')).length
  report.line(
    `${counted(count, noun)} would be reviewed${beside}${skippedText(skipped)}. ` +
      `A run makes at most ${calls} calls and spends at most ${tokens} tokens a day. Nothing was sent` +
      `${provider === 'none' ? ', and no model is configured (model.provider).' : '.'}`,
  )
}

function tellLearned(found: LearnReport, noun: Reviewed, report: Report): void {
  for (const { id, skill, proposal, staged, fallen } of found.proposals) {
    const what = `${proposal.operation} ${skill}`
    report.line(
      staged.status === 'staged'
        ? `${what}: waits for you. Read it, or the change, with "wayland-core show ${skill}".`
        : `${what}: refused, ${staged.rule}: ${staged.reason}`,
    )
    for (const { text, rule, reason } of fallen) report.line(`  Left out, ${rule}: "${text}": ${reason}`)
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
  const beside = projects === 0 ? '' : `, requests of ${counted(projects, 'project')} read`
  report.line(
    `${counted(reviewed, noun)} reviewed${beside}${skippedText(skipped)}; ${calls} calls, ${tokensText(found.tokens)}.`,
  )
  if (found.resting.length > 0)
    report.line(
      `${found.resting.length} more went on less than half an hour ago. Take one now with its id: wayland-core learn ${found.resting.at(-1)}`,
    )
  if (waiting > 0)
    report.line(
      `${waiting} ${waiting === 1 ? 'review waits' : 'reviews wait'} for answers. They lie in handoff/ of the data folder; run the same command again.`,
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

async function tellSessions({ json, report, open }: Call): Promise<void> {
  await using loop = await open({ brief: true })
  const sessions = await loop.learning.sessions()
  if (json)
    report.json({
      sessions: sessions.map(({ sessionId, lastAt, ...one }) => ({
        ...{ ...one, session_id: sessionId, last_at: lastAt.toISOString() },
      })),
    })
  else if (sessions.length === 0) report.line('No session is recorded. Read yours with "wayland-core import".')
  else
    report.table([
      ['session', 'agent', 'turns', 'last turn', 'review'],
      ...sessions.map((s) => [s.sessionId, s.engine, String(s.turns), s.lastAt.toISOString(), s.standing]),
    ])
}

const learnToWire = (found: LearnReport) => ({
  reviewed: found.reviewed,
  skipped: found.skipped,
  calls: found.calls,
  tokens: found.tokens,
  waiting: found.waiting,
  resting: found.resting,
  proposals: found.proposals.map(({ id, skill, proposal, staged, fallen, subject, calls }) => ({
    ...{ id, skill, operation: proposal.operation, status: staged.status },
    ...(staged.status === 'staged' ? { reason: proposal.reason } : { rule: staged.rule, reason: staged.reason }),
    ...{ from: subject, calls, left_out: fallen },
  })),
  projects: found.projects,
  tasks: found.tasks.map(({ subject, rule, ...task }) => ({ ...task, rule: rule ?? null, from: subject })),
  reworded: found.reworded.map(({ skill, reason, staged }) => ({ skill, status: staged?.status ?? 'left', reason })),
  failed: found.failed,
  stopped: found.stopped?.message ?? null,
  questions: found.questions,
})
