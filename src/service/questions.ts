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

export function questionsAbout(subject: string, asker: Asker): Questions {
  const calls: string[] = []
  return {
    calls,
    async ask(prompt, input) {
      const reply = await asker.complete(prompt, { input, subject })
      if (reply.status === 'waiting') throw new AnswerAwaited('a question waits for its answer')
      calls.push(reply.callId)
      return reply.value
    },
  }
}
