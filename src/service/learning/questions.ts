import { WaylandError } from '../../domain/errors.ts'
import type { Prompt } from '../../domain/learning/prompt.ts'
import type { Clock } from '../clock.ts'
import type { Asker } from './asking.ts'

/** The questions of one review: ids of the calls so far, and a function that asks the next. */
export interface Questions {
  /** Ids of the calls that were answered. */
  readonly calls: readonly string[]
  /** The answer to a prompt. Throws `AnswerAwaited` where it has not been given yet, and the asker's errors. */
  ask<T>(prompt: Prompt<T>, input: string): Promise<T>
}

/** Suspends a review until an answer arrives; it then continues from the stored answers. */
export class AnswerAwaited extends Error {}

/**
 * The questions about a subject. `before`: ids of calls that were answered in an earlier, stopped attempt, in order;
 * they are not asked again, even if their subject has changed since. `answered` is called for each further one. All of
 * them may take `most` ms; then `model_refused` is thrown, and a next attempt goes on from the answers that came.
 */
export function questionsAbout(
  subject: string,
  asker: Asker,
  { before, answered, clock, most }: QuestionsParts,
): Questions {
  const calls: string[] = []
  const end = clock.now().getTime() + most
  return {
    calls,
    async ask(prompt, input) {
      const earlier = before[calls.length]
      const value = earlier === undefined ? undefined : await asker.kept(prompt, earlier)
      if (earlier !== undefined && value !== undefined) {
        calls.push(earlier)
        return value
      }
      const left = end - clock.now().getTime()
      if (left <= 0) throw overTime(most)
      const signal = AbortSignal.timeout(left)
      const reply = await asker.complete(prompt, { input, subject, signal }).catch((error: unknown) => {
        throw signal.aborted ? overTime(most) : error
      })
      if (reply.status === 'waiting') throw new AnswerAwaited('a question waits for its answer')
      calls.push(reply.callId)
      await answered(reply.callId)
      return reply.value
    },
  }
}

interface QuestionsParts {
  readonly before: readonly string[]
  readonly answered: (callId: string) => Promise<void>
  readonly clock: Clock
  readonly most: number
}

const overTime = (most: number): WaylandError =>
  new WaylandError('model_refused', `the review took longer than ${Math.round(most / 1_000)} seconds`)
