import type { LearnReport, SkillLoop } from '../app/skill-loop.ts'
import { EXIT, type ExitCode } from './command.ts'
import type { Report } from './report.ts'

/** What is reviewed in a run. */
export type Reviewed = 'session' | 'passage'

export function tellQuestions(
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
  const counted = (prompt: string, one: string, more: string): string => {
    const n = questions.filter((question) => question.prompt.startsWith(`${prompt}@`)).length
    return n === 0 ? '' : `, ${n} ${n === 1 ? one : more}`
  }
  const beside = `${counted('recurring', 'list of requests read', 'lists of requests read')}${counted('reword', 'draft worded anew', 'drafts worded anew')}`
  const count = questions.filter(({ prompt }) => prompt.startsWith('extract')).length
  report.line(
    `${count} ${plural(noun, count)} would be reviewed${beside}${skippedText(skipped)}. ` +
      `A run makes at most ${calls} calls and spends at most ${tokens} tokens a day. Nothing was sent` +
      `${provider === 'none' ? ', and no model is configured (model.provider).' : '.'}`,
  )
}

export function tellLearned(found: LearnReport, noun: Reviewed, report: Report): void {
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
  const beside = projects === 0 ? '' : `, requests of ${projects} ${projects === 1 ? 'project' : 'projects'} read`
  report.line(
    `${reviewed} ${plural(noun, reviewed)} reviewed${beside}${skippedText(skipped)}; ${calls} calls, ${tokensText(found.tokens)}.`,
  )
  if (found.resting.length > 0)
    report.line(
      `${found.resting.length} more went on less than half an hour ago. Take one now with its id: wayland-core learn ${found.resting.at(-1)}`,
    )
  if (waiting > 0)
    report.line(
      `${waiting} ${waiting === 1 ? 'review waits' : 'reviews wait'} for answers. See them with "wayland-core model questions", and run the same command again.`,
    )
}

const isForAnother = (staged: Staged, { operation, skill }: Proposal): boolean =>
  staged.status === 'staged'
    ? operation === 'create' && staged.skill !== skill?.name
    : staged.rule === 'known' || staged.rule === 'waiting'

type Staged = LearnReport['proposals'][number]['staged']
type Proposal = LearnReport['proposals'][number]['proposal']

const plural = (noun: string, count: number): string => (count === 1 ? noun : `${noun}s`)

const tokensText = (tokens: LearnReport['tokens']): string =>
  tokens === 'unknown' ? 'tokens unknown' : `${tokens.input} tokens in, ${tokens.output} out`

function skippedText(skipped: LearnReport['skipped']): string {
  const parts = Object.entries(skipped).map(([reason, count]) => `${count} ${reason}`)
  return parts.length === 0 ? '' : `, others not (${parts.join(', ')})`
}

/** Sessions with their ids, one a line. */
export async function tellSessions({ learning }: SkillLoop, json: boolean, report: Report): Promise<ExitCode> {
  const sessions = await learning.sessions()
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
  return EXIT.done
}

export const learnToWire = (found: LearnReport) => ({
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
