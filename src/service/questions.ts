import type { Prompt } from '../domain/learning/prompt.ts'
import type { Asker } from './asking.ts'

/** The questions of one review: what was asked so far, and a way to ask on. */
export interface Questions {
  /** Ids of the calls that were answered. */
  readonly calls: readonly string[]
  /** The answer to a prompt. Throws `AnswerAwaited` where somebody has yet to give it, and what the asker throws. */
  ask<T>(prompt: Prompt<T>, input: string): Promise<T>
}

/** Ends a review for now: it goes on from the answers that it has once this one is there. */
export class AnswerAwaited extends Error {}

/**
 * The questions about a subject. `before`: calls that an earlier, stopped review was answered, in their order; they are not
 * asked again, also where what they were about has changed since. `answered` is called with each further one.
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
