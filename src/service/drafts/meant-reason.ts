import { requestsKey, requestsSubject } from '../../domain/learning/subject.ts'
import { projectOfRun } from '../../domain/turn.ts'
import type { RecurrenceStore, ReviewStore } from '../../store/ports/review-store.ts'
import type { ExplainedTurn } from '../../store/ports/turn-store.ts'

const MAX_PROPOSALS = 200

/**
 * The result for a request that a model compared with others of its project, in one line; undefined if it compared
 * none.
 */
export async function meantReason(
  store: Pick<RecurrenceStore, 'proposalsAbout'> & Pick<ReviewStore, 'review'>,
  { id, trajectory }: ExplainedTurn,
): Promise<string | undefined> {
  const { timestamp } = trajectory
  const project = projectOfRun(trajectory) ?? ''
  const look = await store.review(requestsKey(project))
  if (look === undefined) return undefined
  for (const one of await store.proposalsAbout(requestsSubject(project), MAX_PROPOSALS)) {
    const { task, turns } = JSON.parse(one.proposal) as { readonly task: string; readonly turns: readonly string[] }
    if (!turns.includes(id)) continue
    const said = `a model called it one task with ${turns.length - 1} others, "${task}"`
    return one.status === 'staged' ? `${said}: drafted as ${one.skill}` : `${said}; refused, ${one.rule}: ${one.reason}`
  }
  if (look.state !== 'reviewed' || timestamp.getTime() > look.upTo) return undefined
  return `no task with others by the look of ${new Date(look.at).toISOString().slice(0, 10)}`
}
