import { asWaylandError, WaylandError } from '../domain/errors.ts'
import { promptLabel } from '../domain/learning/prompt.ts'
import { EXTRACT } from '../domain/learning/prompts/extract.ts'
import { type ReviewDecision, reviewDecision } from '../domain/learning/review-reasons.ts'
import { type Session, subjectOf } from '../domain/learning/session.ts'
import type { ProposalRecord, ReviewStore, SessionRow } from '../store/ports/review-store.ts'
import type { Run } from './asked-review.ts'
import type { Clock } from './clock.ts'
import { count, type Draft, emptyReport, isEnough, type LearnReport, note, totals } from './learn-report.ts'
import type { Recurrence } from './recurrence.ts'
import { recordOf } from './reviewed-proposal.ts'
import type { Rewording } from './rewording.ts'
import type { createSessionReview } from './session-review.ts'

export interface LearnOptions {
  /** Reviews only the session whose id begins with this text, ended or not; default: all that are due. */
  readonly session?: string
  /** Conversations in the shape of the OpenAI API; their turns are recorded first, unless it is a dry run. */
  readonly conversations?: GivenConversations
  /** Documents to learn from instead of sessions. */
  readonly documents?: readonly string[]
  /** Only sessions with a turn since this time; default: a week ago. */
  readonly since?: Date
  /**
   * Whether to look for tasks that recur in other words: `too`: beside reviews of sessions, `only`: without them.
   * Default: no.
   */
  readonly recurring?: 'too' | 'only'
  /** Reports what would be sent; asks and writes nothing. */
  readonly dryRun?: boolean
  /** Limit of reviews. */
  readonly most?: number
  /** Stops the run: calls in progress are abandoned, and their questions are asked again next time. */
  readonly signal?: AbortSignal
  readonly onProgress?: (line: string) => void
  /** Called before the first question about documents, with the most that the run asks. */
  readonly onPlan?: (plan: LearnPlan) => void
}

export interface GivenConversations {
  readonly paths: readonly string[]
  /** They are trajectories: each says whether it succeeded. */
  readonly judged: boolean
}

export interface LearnPlan {
  /** Passages that were not reviewed before; each is one question. */
  readonly passages: number
  /** Upper bound of the tokens of all first questions with their answers. */
  readonly tokens: number
  /** Limit of calls after the answer to one of them: its repair; audit, judgement and edits, each with a repair. */
  readonly furtherCalls: number
}

export interface Learner {
  learn(options?: LearnOptions): Promise<LearnReport>
}

export interface LearnerParts {
  readonly store: ReviewStore
  readonly clock: Clock
  readonly pid: number
  readonly alive: (pid: number) => boolean
  /** Starts a run with its budget. Throws where no model is configured. */
  readonly newRun: (signal?: AbortSignal) => Promise<Run>
  readonly review: ReturnType<typeof createSessionReview>
  readonly recurrence: Recurrence
  /** Records the turns of conversations. */
  readonly record: (paths: readonly string[]) => Promise<void>
  /** The conversations of files. Throws `no_such_file` and `bad_document`. */
  readonly conversations: (given: GivenConversations) => Promise<readonly Session[]>
  readonly rewording: Rewording
  /** The first question about a session, as it would be sent. */
  readonly firstQuestion: (session: Session) => Promise<string>
}

/** Time without a new turn after which a session counts as ended, in ms. */
const REST_MS = 30 * 60_000
const WEEK_MS = 7 * 86_400_000
/** Age of a claim after which another process takes the review over, in ms. */
const STALE_MS = 30 * 60_000
const MAX_SESSIONS = 10_000
/** Latest turns of a session that are read. */
const MAX_TURNS = 200

export function createLearner(parts: LearnerParts): Learner {
  const { store, clock, pid, alive, review, newRun, firstQuestion } = parts

  async function learn(options: LearnOptions = {}): Promise<LearnReport> {
    const report = emptyReport()
    const { recurring, session, conversations, dryRun = false, signal } = options
    const given = conversations === undefined ? undefined : await parts.conversations(conversations)
    if (given !== undefined && dryRun) return await rehearsed(given, report)
    if (conversations !== undefined) await parts.record(conversations.paths)
    const rows = given === undefined ? await sessionsOf(options) : await recordedOf(given)
    const asker = dryRun ? undefined : await newRun(signal)
    await reviewSessions(rows, asker, options, report)
    if (recurring !== undefined) await lookForTasks(asker, options, report)
    if (session === undefined && given === undefined && recurring !== 'only') await rewordDrafts(asker, options, report)
    return totals(report, asker)
  }

  async function reviewSessions(
    rows: readonly SessionRow[],
    asker: Run | undefined,
    options: LearnOptions,
    report: Draft,
  ): Promise<void> {
    for (const [i, row] of rows.entries()) {
      if (isEnough(options, report)) return
      options.onProgress?.(`session ${i + 1} of ${rows.length}`)
      const session = await sessionOf(row)
      const decision = reviewDecision(session)
      if (asker === undefined) await rehearse(session, decision, report)
      else if (!decision.due) await skip(row, decision.reason, asker.run, report)
      else if (!(await reviewOne(row, session, decision.reasons, asker, report))) return
    }
  }

  async function lookForTasks(asker: Run | undefined, options: LearnOptions, report: Draft): Promise<void> {
    if (isEnough(options, report)) return
    for await (const { subject, state, reason, tasks, questions, fault } of parts.recurrence.look(asker)) {
      options.onProgress?.(subject)
      report.tasks.push(...tasks)
      for (const question of questions)
        report.questions.push({ subject, reasons: ['recurrence by meaning'], ...question })
      if (state === 'reviewed' && asker !== undefined) report.projects++
      note(report, { subject, state, reason, fault })
      if (isEnough(options, report)) return
    }
  }

  async function rewordDrafts(asker: Run | undefined, options: LearnOptions, report: Draft): Promise<void> {
    if (isEnough(options, report)) return
    for await (const draft of parts.rewording.look(asker)) {
      options.onProgress?.(draft.subject)
      const { subject, question } = draft
      if (question !== undefined) report.questions.push({ subject, reasons: ['the draft of a streak'], ...question })
      else if (draft.state === 'reviewed') report.reworded.push(draft)
      note(report, draft)
      if (isEnough(options, report)) return
    }
  }

  async function sessionsOf({ session, since, recurring }: LearnOptions): Promise<readonly SessionRow[]> {
    if (recurring === 'only') return []
    if (session !== undefined) return [theOne(session, await store.sessionsLike(session))]
    const now = clock.now().getTime()
    const from = since?.getTime() ?? now - WEEK_MS
    return await store.sessionsToReview({ since: from, until: now - REST_MS, limit: MAX_SESSIONS })
  }

  async function rehearsed(sessions: readonly Session[], report: Draft): Promise<LearnReport> {
    for (const session of sessions) await rehearse(session, reviewDecision(session), report)
    return totals(report, undefined)
  }

  /** Those of them that were not reviewed yet, or went on since. */
  async function recordedOf(given: readonly Session[]): Promise<readonly SessionRow[]> {
    const asked = new Set(given.map(subjectOf))
    const until = clock.now().getTime()
    const rows = await store.sessionsToReview({ since: 0, until, limit: MAX_SESSIONS })
    return rows.filter((row) => asked.has(subjectOf(row)))
  }

  const sessionOf = async ({ engine, sessionId, projectDir }: SessionRow): Promise<Session> => ({
    ...{ engine, sessionId, projectDir: projectDir ?? undefined },
    turns: await store.sessionTurns({ engine, sessionId }, MAX_TURNS),
  })

  async function rehearse(session: Session, decision: ReviewDecision, report: Draft): Promise<void> {
    if (!decision.due) return count(report, decision.reason)
    const text = await firstQuestion(session)
    report.questions.push({
      subject: subjectOf(session),
      reasons: decision.reasons,
      prompt: promptLabel(EXTRACT),
      text,
    })
  }

  async function skip(row: SessionRow, reason: string, run: string, report: Draft): Promise<void> {
    count(report, reason)
    if ((await claim(row, run)) !== undefined) await finish(row, { state: 'skipped', reason, run }, [])
  }

  /** Reviews one session; returns whether the run goes on. */
  async function reviewOne(
    row: SessionRow,
    session: Session,
    reasons: readonly string[],
    asker: Run,
    report: Draft,
  ): Promise<boolean> {
    const { run } = asker
    const before = await claim(row, run)
    if (before === undefined) {
      count(report, 'another process reviews it')
      return true
    }
    const subject = subjectOf(session)
    try {
      const answered = async (callId: string) => await store.noteReviewCall(keyOf(row), callId)
      const made = await review(session, asker, { before, answered })
      const why = `${reasons.join(', ')}; ${made.reason}`
      const { found } = made
      const records = found === undefined ? [] : [recordOf(found, subject, clock.now().getTime())]
      await finish(row, { state: made.state, reason: why, run }, records)
      if (made.state === 'waiting') report.waiting++
      else report.reviewed++
      if (found !== undefined) report.proposals.push({ ...found, subject })
      return true
    } catch (error) {
      const fault = asWaylandError(error)
      const isSpent = fault.code === 'over_budget' || asker.signal.aborted
      // A review without budget, or stopped before its end, has not failed.
      await finish(row, { state: isSpent ? 'waiting' : 'failed', reason: fault.message, run }, [])
      if (!isSpent) report.failed.push({ subject, why: fault.message })
      if (fault.code === 'model_refused') return true
      report.stopped = fault
      return false
    }
  }

  async function claim(row: SessionRow, run: string): Promise<readonly string[] | undefined> {
    const by = { run, pid, alive, upTo: row.lastAt, at: clock.now().getTime(), staleMs: STALE_MS }
    return await store.claimReview(keyOf(row), by)
  }

  const finish = async (
    row: SessionRow,
    result: {
      readonly state: 'reviewed' | 'skipped' | 'waiting' | 'failed'
      readonly reason: string
      readonly run: string
    },
    proposals: readonly ProposalRecord[],
  ): Promise<void> =>
    await store.finishReview(keyOf(row), { ...result, upTo: row.lastAt, at: clock.now().getTime() }, proposals)

  return { learn }
}

/** The session with this id, or the only one whose id begins so. Throws `bad_usage`. */
function theOne(asked: string, found: readonly SessionRow[]): SessionRow {
  const exact = found.filter(({ sessionId }) => sessionId === asked)
  const [one, ...others] = exact.length > 0 ? exact : found
  const name = `"${asked.slice(0, 60)}"`
  if (one === undefined)
    throw new WaylandError('bad_usage', `no session is recorded whose id begins with ${name}`, {
      hint: 'Read your sessions with "wayland-core import", or leave the id out to review those that are due.',
    })
  if (others.length > 0)
    throw new WaylandError('bad_usage', `several sessions have an id that begins with ${name}`, {
      hint: 'Give more of the id.',
    })
  return one
}

const keyOf = ({ engine, sessionId }: SessionRow) => ({ engine, sessionId })
