import { requestsKey, requestsSubject } from '../../domain/learning/subject.ts'
import { projectOfRun } from '../../domain/turn.ts'
import type { CallStore } from '../../store/ports/call-store.ts'
import type { RecurrenceStore, ReviewRow, ReviewStore, SessionKey } from '../../store/ports/review-store.ts'
import type { ExplainedTurn } from '../../store/ports/turn-store.ts'
import { type DoubtedProposal, isForAnother, withDuplicates } from '../learning/duplicate-proposal.ts'

export interface CostedProposal extends Omit<DoubtedProposal, 'proposal'> {
  readonly models: readonly string[]
  readonly tokens: { readonly input: number; readonly output: number } | 'unknown'
}

/** How many of a skill's latest proposals are listed at most. */
const MAX_PROPOSALS = 20
/** Latest proposals among which one that became a skill of its own is looked for. */
const MAX_LATEST = 1_000

/** A model's proposals about a skill with their results, newest first. */
export async function proposalsAbout(
  store: ReviewStore & CallStore,
  skill: string,
): Promise<readonly CostedProposal[]> {
  const found = await store.modelProposals(MAX_PROPOSALS, skill)
  const doubted = withDuplicates(found, found.some(isForAnother) ? await store.modelProposals(MAX_LATEST) : found)
  return await Promise.all(
    doubted.map(async ({ proposal: _, ...one }) => {
      const calls = await Promise.all(one.calls.map((id) => store.keptAnswer(id)))
      const isKnown = calls.every((call) => typeof call?.input === 'number' && typeof call.output === 'number')
      const sum = (of: 'input' | 'output') => calls.reduce((all, call) => all + (call?.[of] ?? 0), 0)
      return {
        ...one,
        models: [...new Set(calls.flatMap((call) => call?.model ?? []))],
        tokens: isKnown ? { input: sum('input'), output: sum('output') } : ('unknown' as const),
      }
    }),
  )
}

/** Latest turns of a session from which its review is decided. */
const MAX_TURNS = 200
/**
 * One line on whether a session was reviewed, and why or why not. For a session without a review it says what the next
 * one would decide; undefined where no review would come (`learns`: a model is configured).
 */
export async function reviewStatus(
  store: ReviewStore,
  session: SessionKey,
  learns: boolean,
): Promise<string | undefined> {
  if (session.sessionId === '') return undefined
  const row = await store.review(session)
  if (row !== undefined) return `${WORDS[row.state](row)}: ${row.reason}`
  if (!learns) return undefined
  const { reviewDecision } = await import('../../domain/learning/review-reasons.ts')
  const decision = reviewDecision({ turns: await store.sessionTurns(session, MAX_TURNS) })
  return decision.due
    ? `not yet; it will be: ${decision.reasons.join(', ')}`
    : `not yet; it will not be: ${decision.reason}`
}

const dayOf = ({ at }: ReviewRow): string => new Date(at).toISOString().slice(0, 10)

const WORDS: Readonly<Record<ReviewRow['state'], (row: ReviewRow) => string>> = {
  reviewed: (row) => `reviewed ${dayOf(row)}`,
  skipped: (row) => `not reviewed, ${dayOf(row)}`,
  waiting: () => 'a review waits for an answer',
  working: () => 'a review is under way',
  failed: (row) => `a review failed, ${row.attempts} of 2 attempts`,
}

const MOST_COMPARED = 200

/** What a model made of a request and others of its project, in a line; undefined if it compared none. */
export async function meantReason(
  store: Pick<RecurrenceStore, 'proposalsAbout'> & Pick<ReviewStore, 'review'>,
  { id, trajectory }: ExplainedTurn,
): Promise<string | undefined> {
  const { timestamp } = trajectory
  const project = projectOfRun(trajectory) ?? ''
  const look = await store.review(requestsKey(project))
  if (look === undefined) return undefined
  for (const one of await store.proposalsAbout(requestsSubject(project), MOST_COMPARED)) {
    const { task, turns } = JSON.parse(one.proposal) as { readonly task: string; readonly turns: readonly string[] }
    if (!turns.includes(id)) continue
    const said = `a model called it one task with ${turns.length - 1} others, "${task}"`
    return one.status === 'staged' ? `${said}: drafted as ${one.skill}` : `${said}; refused, ${one.rule}: ${one.reason}`
  }
  if (look.state !== 'reviewed' || timestamp.getTime() > look.upTo) return undefined
  return `no task with others by the look of ${new Date(look.at).toISOString().slice(0, 10)}`
}
