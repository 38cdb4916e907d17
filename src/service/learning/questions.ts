import type { Prompt } from '../../domain/learning/prompt.ts'
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
 * they are not asked again, even if their subject has changed since. `answered` is called for each further one.
 */
export function questionsAbout(
  subject: string,
  asker: Asker,
  { before, answered }: { readonly before: readonly string[]; readonly answered: (callId: string) => Promise<void> },
): Questions {
  const calls: string[] = []
  return {
    calls,
    async ask(prompt, input) {
      const earlier = before[calls.length]
      const value = earlier === undefined ? undefined : await asker.kept(prompt, earlier)
      if (earlier !== undefined && value !== undefined) {
        calls.push(earlier)
        return value
      }
      const reply = await asker.complete(prompt, { input, subject })
      if (reply.status === 'waiting') throw new AnswerAwaited('a question waits for its answer')
      calls.push(reply.callId)
      await answered(reply.callId)
      return reply.value
    },
  }
}
