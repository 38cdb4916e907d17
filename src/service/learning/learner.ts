import { WaylandError } from '../../domain/errors.ts'
import type { Session } from '../../domain/learning/evidence.ts'
import { reviewDecision } from '../../domain/learning/review-reasons.ts'
import { sessionSubject } from '../../domain/learning/subject.ts'
import { itemByIdPrefix } from '../../domain/skill-reference.ts'
import type { SessionRow } from '../../store/ports/review-store.ts'
import type { DocumentReview, DuePassage } from './document-review.ts'
import { type Draft, emptyReport, isEnough, type LearnReport, totals } from './learn-report.ts'
import { createPipe, type Due, type Passed, type PipeParts, type Run } from './pipe.ts'
import type { Recurrence } from './recurrence.ts'
import type { Rewording } from './rewording.ts'
import type { FailedUses, SessionReview } from './session-review.ts'

export interface LearnOptions {
  /** Reviews only the session whose id begins with this text, ended or not; default: all that are due. */
  readonly session?: string
  /** Conversations in the shape of the OpenAI API; their turns are recorded first, unless it is a dry run. */
  readonly conversations?: GivenConversations
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

export interface LearnerParts extends PipeParts {
  /** Starts a run with its budget. Throws where no model is configured. */
  readonly newRun: (signal?: AbortSignal) => Promise<Run>
  readonly review: SessionReview
  readonly passages: DocumentReview
  readonly recurrence: Recurrence
  readonly rewording: Rewording
  /** Records the turns of conversations. */
  readonly record: (paths: readonly string[]) => Promise<void>
  /** The conversations of files. Throws `not_found` and `bad_file`. */
  readonly conversations: (given: GivenConversations) => Promise<Conversations>
  readonly failed: FailedUses
}

/** Limit of calls after a first question: its repair; the question once more, two audits, judgement and edits, each with a repair. */
const FURTHER_CALLS = 11
/** Time without a new turn after which a session counts as ended, in ms. */
const REST_MS = 30 * 60_000
const WEEK_MS = 7 * 86_400_000
const MAX_SESSIONS = 10_000
const MAX_LISTED = 50
/** Latest turns of a session that are read. */
const MAX_TURNS = 200

export function createLearner(parts: LearnerParts): Learner & Sessions {
  const { store, clock } = parts
  const take = createPipe(parts)

  async function learn(options: LearnOptions = {}): Promise<LearnReport> {
    const report = emptyReport()
    const passages = options.documents && (await parts.passages(options.documents, report))
    const sources = [passages ?? (await sessionsDue(options, report)), ...besideSessions(options)]
    const asker = options.dryRun === true ? undefined : await parts.newRun(options.signal)
    if (asker !== undefined && passages !== undefined) options.onPlan?.(planOf(passages))
    for (const source of sources) {
      if (isEnough(options, report)) break
      for await (const one of source) {
        options.onProgress?.(one.subject)
        await take(one, asker, report)
        if (isEnough(options, report)) break
      }
    }
    return totals(report, asker)
  }

  function besideSessions({ recurring, session, conversations, documents, dryRun }: LearnOptions) {
    if (documents !== undefined || (dryRun === true && conversations !== undefined)) return []
    const isOfAll = session === undefined && conversations === undefined && recurring !== 'only'
    return [...(recurring === undefined ? [] : [parts.recurrence()]), ...(isOfAll ? [parts.rewording()] : [])]
  }

  /** The sessions that the options name, each with the reasons for its review or against it. */
  async function sessionsDue(options: LearnOptions, report: Draft): Promise<AsyncIterable<Due | Passed>> {
    const { conversations, dryRun } = options
    if (conversations === undefined) return each(await sessionsOf(options, report))
    const { sessions, bad } = await parts.conversations(conversations)
    report.failed.push(...bad)
    if (dryRun === true) return each(sessions.map((session) => ({ ...session, lastAt: 0 })))
    await parts.record(conversations.paths)
    return each(await recordedOf(sessions))
  }

  async function* each(rows: readonly (SessionRow | (Session & { lastAt: number }))[]): AsyncGenerator<Due | Passed> {
    for (const row of rows) {
      const session = typeof row.turns === 'number' ? await sessionOf(row as SessionRow) : (row as Session)
      const { engine, sessionId } = session
      const reviewed = { key: { engine, sessionId }, subject: sessionSubject(session), upTo: row.lastAt }
      const decision = reviewDecision(session, (await parts.failed(session)).length > 0)
      yield decision.due
        ? { ...reviewed, reasons: decision.reasons, ...parts.review(session, decision.reasons) }
        : { subject: reviewed.subject, skipped: decision.reason, noted: reviewed }
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

const planOf = (passages: readonly DuePassage[]): LearnPlan => ({
  passages: passages.length,
  tokens: passages.reduce((sum, { tokens }) => sum + tokens, 0),
  furtherCalls: FURTHER_CALLS,
})

/** The session with this id, or the only one whose id begins so. Throws `bad_usage`. */
function theOne(asked: string, found: readonly SessionRow[]): SessionRow {
  const one = itemByIdPrefix(found, ({ sessionId }) => sessionId, asked)
  const name = `"${asked.slice(0, 60)}"`
  if (one === 'none')
    throw new WaylandError('bad_usage', `no session is recorded whose id begins with ${name}`, {
      hint: 'List ids with "wayland-core learn list", or read your sessions with "wayland-core import".',
    })
  if (one === 'several')
    throw new WaylandError('bad_usage', `several sessions have an id that begins with ${name}`, {
      hint: 'Give more of the id.',
    })
  return one
}
