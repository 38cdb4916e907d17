import { WaylandError } from '../../domain/errors.ts'
import type { Session } from '../../domain/learning/evidence.ts'
import { promptLabel } from '../../domain/learning/prompt.ts'
import { EXTRACT } from '../../domain/learning/prompts/extract.ts'
import { type ReviewDecision, reviewDecision } from '../../domain/learning/review-reasons.ts'
import { sessionSubject } from '../../domain/learning/subject.ts'
import { itemByIdPrefix } from '../../domain/skill-reference.ts'
import type { SessionRow } from '../../store/ports/review-store.ts'
import { type AskedReviewParts, askedReviews, type Reviewed, type Run } from './asked-review.ts'
import { count, type Draft, emptyReport, isEnough, type LearnReport, note, totals } from './learn-report.ts'
import { proposalReview } from './proposal-review.ts'
import type { Recurrence } from './recurrence.ts'
import type { Rewording } from './rewording.ts'
import type { FailedUses, SessionReview } from './session-review.ts'

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
   * Default: no; the command and the daemon do.
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

/** What files hold: conversations, and rows that are none. */
export interface Conversations {
  readonly sessions: readonly Session[]
  readonly bad: readonly BadRow[]
}

export interface BadRow {
  readonly subject: string
  readonly why: string
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
  /**
   * Reviews sessions that have ended, or documents: the model proposes, rules decide, and what they accept waits for a
   * person. Throws `bad_option` where no model is configured; with `dryRun` none is needed.
   */
  learn(options?: LearnOptions): Promise<LearnReport>
}

/** A recorded session, and how it stands: how its latest review ended, that it is due, rests, or why it is not reviewed. */
export interface KnownSession extends Pick<SessionRow, 'engine' | 'sessionId' | 'turns'> {
  readonly lastAt: Date
  readonly standing: string
}

export interface Sessions {
  sessions(most?: number): Promise<readonly KnownSession[]>
}

export interface LearnerParts extends AskedReviewParts {
  /** Starts a run with its budget. Throws where no model is configured. */
  readonly newRun: (signal?: AbortSignal) => Promise<Run>
  readonly review: SessionReview
  readonly recurrence: Recurrence
  /** Records the turns of conversations. */
  readonly record: (paths: readonly string[]) => Promise<void>
  /** The conversations of files. Throws `not_found` and `bad_file`. */
  readonly conversations: (given: GivenConversations) => Promise<Conversations>
  readonly rewording: Rewording
  readonly failed: FailedUses
  /** The first question about a session, as it would be sent. */
  readonly firstQuestion: (session: Session) => Promise<string>
}

/** Time without a new turn after which a session counts as ended, in ms. */
const REST_MS = 30 * 60_000
const WEEK_MS = 7 * 86_400_000
const MAX_SESSIONS = 10_000
const MAX_LISTED = 50
/** Latest turns of a session that are read. */
const MAX_TURNS = 200

export function createLearner(parts: LearnerParts): Learner & Sessions {
  const { store, clock, newRun, firstQuestion } = parts
  const reviews = askedReviews(parts)
  const review = proposalReview(reviews, clock)

  async function learn(options: LearnOptions = {}): Promise<LearnReport> {
    const report = emptyReport()
    const { recurring, session, conversations, dryRun = false, signal } = options
    const read = conversations === undefined ? undefined : await parts.conversations(conversations)
    const given = read?.sessions
    report.failed.push(...(read?.bad ?? []))
    if (given !== undefined && dryRun) return await rehearsed(given, report)
    if (conversations !== undefined) await parts.record(conversations.paths)
    const rows = given === undefined ? await sessionsOf(options, report) : await recordedOf(given)
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
      const decision = await decided(session)
      if (asker === undefined) await rehearse(session, decision, report)
      else if (decision.due)
        await review(reviewable(row), asker, report, async (questions) => {
          const { reason, ...made } = await parts.review(session, questions)
          return { ...made, reason: `${decision.reasons.join(', ')}; ${reason}` }
        })
      else {
        count(report, decision.reason)
        await reviews.skip(reviewable(row), asker.run, decision.reason)
      }
    }
  }

  const decided = async (session: Session): Promise<ReviewDecision> =>
    reviewDecision(session, (await parts.failed(session)).length > 0)

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

  async function sessionsOf(
    { session, since, recurring }: LearnOptions,
    report: Draft,
  ): Promise<readonly SessionRow[]> {
    if (recurring === 'only') return []
    if (session !== undefined) return [theOne(session, await store.sessionsLike(session))]
    const now = clock.now().getTime()
    const from = since?.getTime() ?? now - WEEK_MS
    const due = await store.sessionsToReview({ since: from, until: now - REST_MS, limit: MAX_SESSIONS })
    const all = await store.sessionsToReview({ since: from, until: now, limit: MAX_SESSIONS })
    // A run of a schedule is due as soon as it ended.
    const known = new Set(due.map(sessionSubject))
    report.resting.push(...all.filter((row) => !known.has(sessionSubject(row))).map(({ sessionId }) => sessionId))
    return due
  }

  async function rehearsed(sessions: readonly Session[], report: Draft): Promise<LearnReport> {
    for (const session of sessions) await rehearse(session, await decided(session), report)
    return totals(report, undefined)
  }

  /** Those of them that were not reviewed yet, or went on since. */
  async function recordedOf(given: readonly Session[]): Promise<readonly SessionRow[]> {
    const asked = new Set(given.map(sessionSubject))
    const until = clock.now().getTime()
    const rows = await store.sessionsToReview({ since: 0, until, limit: MAX_SESSIONS })
    return rows.filter((row) => asked.has(sessionSubject(row)))
  }

  const sessionOf = async ({ engine, sessionId, projectDir }: SessionRow): Promise<Session> => ({
    ...{ engine, sessionId, projectDir: projectDir ?? undefined },
    turns: await store.sessionTurns({ engine, sessionId }, MAX_TURNS),
  })

  async function rehearse(session: Session, decision: ReviewDecision, report: Draft): Promise<void> {
    if (!decision.due) return count(report, decision.reason)
    const text = await firstQuestion(session)
    report.questions.push({
      subject: sessionSubject(session),
      reasons: decision.reasons,
      prompt: promptLabel(EXTRACT),
      text,
    })
  }

  /** The latest sessions, newest first. */
  async function sessions(most = MAX_LISTED): Promise<readonly KnownSession[]> {
    const rest = clock.now().getTime() - REST_MS
    const rows = [...(await store.sessionsLike('', MAX_SESSIONS))].sort((a, b) => b.lastAt - a.lastAt).slice(0, most)
    return await Promise.all(
      rows.map(async (row) => {
        const { engine, sessionId, turns, lastAt, state } = row
        const decision = reviewDecision(await sessionOf(row))
        const standing = state ?? (!decision.due ? decision.reason : lastAt > rest ? 'resting' : 'due')
        return { engine, sessionId, turns, lastAt: new Date(lastAt), standing }
      }),
    )
  }

  return { learn, sessions }
}

/** The session with this id, or the only one whose id begins so. Throws `bad_usage`. */
function theOne(asked: string, found: readonly SessionRow[]): SessionRow {
  const one = itemByIdPrefix(found, ({ sessionId }) => sessionId, asked)
  const name = `"${asked.slice(0, 60)}"`
  if (one === 'none')
    throw new WaylandError('bad_usage', `no session is recorded whose id begins with ${name}`, {
      hint: 'List ids with "wayland-core learn --list", or read your sessions with "wayland-core import".',
    })
  if (one === 'several')
    throw new WaylandError('bad_usage', `several sessions have an id that begins with ${name}`, {
      hint: 'Give more of the id.',
    })
  return one
}

const reviewable = ({ engine, sessionId, lastAt }: SessionRow): Reviewed => ({
  key: { engine, sessionId },
  subject: sessionSubject({ engine, sessionId }),
  upTo: lastAt,
})
