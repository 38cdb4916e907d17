import { asWaylandError, WaylandError } from '../../domain/errors.ts'
import type { Prompt } from '../../domain/learning/prompt.ts'
import type { ProposalRecord, SessionKey } from '../../store/ports/review-store.ts'
import type { Claim } from '../../store/streak-rule.ts'
import type { Core } from '../core.ts'
import { count, type Draft } from './learn-report.ts'
import type { Asker } from './model-questions.ts'

/** A run of `learn`: its asker, its id, and the signal that ends it. */
export type Run = Asker & { readonly run: string; readonly signal: AbortSignal }

/** What is reviewed, and the time up to which it is. */
export interface Reviewed {
  readonly key: SessionKey
  /** The subject under which its calls are logged. */
  readonly subject: string
  /** Unix ms. */
  readonly upTo: number
}

/** Something that a model is asked about: a session, a passage, the requests of a project, a draft. */
export interface Due extends Reviewed {
  readonly reasons: readonly string[]
  /** The first questions, as they would be sent. */
  readonly first: () => Promise<readonly { readonly prompt: string; readonly text: string }[]>
  readonly review: (questions: Questions) => Promise<Conclusion>
}

/** Something that a model is not asked about; `noted`: that is recorded, too. */
export interface Passed {
  readonly subject: string
  readonly skipped: string
  readonly noted?: Reviewed
}

/** The result of a review; its proposals are stored with it. */
export interface Conclusion {
  readonly reason: string
  readonly records: readonly ProposalRecord[]
  /** Adds it to the report. */
  readonly tell: (report: Draft) => void
}

/** The questions of one review: ids of the calls so far, and a function that asks the next. */
export interface Questions {
  /** Ids of the calls that were answered. */
  readonly calls: readonly string[]
  /** The answer to a prompt. Throws `AnswerAwaited` where it has not been given yet, and the asker's errors. */
  ask<T>(prompt: Prompt<T>, input: string): Promise<T>
}

/** Suspends a review until an answer arrives; it then continues from the stored answers. */
class AnswerAwaited extends Error {}

export interface PipeParts extends Core<'store' | 'clock'> {
  readonly claim: Pick<Claim, 'pid' | 'alive'>
  /** Limit of the time of all calls of a review, in ms. */
  readonly reviewMs: number
}

/** Time without a new answer after which another process takes a review over, in ms. */
const STALE_MS = 30 * 60_000

/**
 * The way of everything that a model is asked about: claimed, since one process at a time reviews a subject, asked about with
 * the answers of an earlier attempt, and its result stored and reported. Without an asker its questions are reported alone.
 */
export function createPipe({ store, clock, claim: { pid, alive }, reviewMs }: PipeParts) {
  const at = (): number => +clock.now()
  const claim = async ({ key, upTo }: Reviewed, run: string) =>
    await store.claimReview(key, { pid, alive, run, upTo, at: at(), staleMs: STALE_MS })

  async function take(one: Due | Passed, asker: Run | undefined, report: Draft): Promise<void> {
    if ('skipped' in one) {
      count(report, one.skipped)
      if (asker !== undefined && one.noted !== undefined) await skip(one.noted, asker.run, one.skipped)
    } else if (asker !== undefined) await review(one, asker, report)
    else
      for (const question of await one.first())
        report.questions.push({ subject: one.subject, reasons: one.reasons, ...question })
  }

  async function skip({ key, ...reviewed }: Reviewed, run: string, reason: string): Promise<void> {
    const { upTo } = reviewed
    if ((await claim({ key, ...reviewed }, run)) !== undefined)
      await store.finishReview(key, { state: 'skipped', reason, run, upTo, at: at() }, [])
  }

  async function review(due: Due, asker: Run, report: Draft): Promise<void> {
    const { key, subject, upTo } = due
    const { run } = asker
    const before = await claim(due, run)
    if (before === undefined) return count(report, 'another process reviews it')
    try {
      const { reason, records, tell } = await due.review(questionsAbout(due, asker, before))
      await store.finishReview(key, { state: 'reviewed', reason, run, upTo, at: at() }, records)
      tell(report)
    } catch (error) {
      const fault = asWaylandError(error)
      const isAwaited = error instanceof AnswerAwaited
      // A review without budget, or stopped before its end, has not failed.
      const isOpen = isAwaited || fault.code === 'over_budget' || asker.signal.aborted
      const state = isOpen ? 'waiting' : 'failed'
      await store.finishReview(key, { state, reason: fault.message, run, upTo, at: at() }, [])
      // One that waits for a new budget waits for no answer; a fault that is not about a single answer stops the run.
      if (isAwaited) report.waiting++
      else if (!isOpen) report.failed.push({ subject, why: fault.message })
      if (!isAwaited && fault.code !== 'model_refused') report.stopped = fault
    }
  }

  /**
   * The questions about a subject. `before`: ids of calls that were answered in an earlier, stopped attempt, in order;
   * they are not asked again, even if their subject has changed since. All of them may take `reviewMs`; then
   * `model_refused` is thrown, and a next attempt goes on from the answers that came.
   */
  function questionsAbout({ key, subject }: Reviewed, asker: Asker, before: readonly string[]): Questions {
    const calls: string[] = []
    const end = at() + reviewMs
    return {
      calls,
      async ask(prompt, input) {
        const earlier = before[calls.length]
        const value = earlier === undefined ? undefined : await asker.kept(prompt, earlier)
        if (earlier !== undefined && value !== undefined) {
          calls.push(earlier)
          return value
        }
        const left = end - at()
        if (left <= 0) throw overTime(reviewMs)
        const signal = AbortSignal.timeout(left)
        const reply = await asker.complete(prompt, { input, subject, signal }).catch((error: unknown) => {
          throw signal.aborted ? overTime(reviewMs) : error
        })
        if (reply.status === 'waiting') throw new AnswerAwaited('a question waits for its answer')
        calls.push(reply.callId)
        await store.noteReviewCall(key, reply.callId, at())
        return reply.value
      },
    }
  }

  return take
}

const overTime = (most: number): WaylandError =>
  new WaylandError('model_refused', `the review took longer than ${Math.round(most / 1_000)} seconds`)
