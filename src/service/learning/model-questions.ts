import { asWaylandError, WaylandError } from '../../domain/errors.ts'
import {
  answerOf,
  type Prompt,
  type PromptQuestion,
  promptLabel,
  questionOf,
  repairOf,
} from '../../domain/learning/prompt.ts'
import type { ModelAnswer, ModelProvider, TokenUsage } from '../../model/language-model.ts'
import type { KeptAnswer, OverLimit } from '../../store/ports/call-store.ts'
import type { Core } from '../core.ts'

/** A valid answer with its cost, or a question that still waits for its answer. */
export type Reply<T> =
  | {
      readonly status: 'answered'
      readonly value: T
      readonly callId: string
      readonly model: string
      readonly usage: TokenUsage | 'unknown'
      readonly milliseconds: number
      /** The answer was stored before: nothing was asked and nothing spent. */
      readonly kept: boolean
    }
  | { readonly status: 'waiting'; readonly callId: string }

export interface QuestionAbout {
  readonly input: string
  readonly subject: string
  /** Ends the call, beside the signal of the run. */
  readonly signal?: AbortSignal | undefined
}

/** Asks a model within a budget, and stores its answers. */
export interface Asker {
  /**
   * The model's answer to a prompt with an input. An answer that violates the schema is requested once more. Throws
   * `over_budget` before anything is sent, `model_unavailable` and `model_refused`.
   */
  complete<T>(prompt: Prompt<T>, about: QuestionAbout): Promise<Reply<T>>
  /** The stored answer to an earlier call, if it is valid for the prompt; asks nothing. */
  kept<T>(prompt: Prompt<T>, callId: string): Promise<T | undefined>
  /** Calls made in this run; stored answers do not count. */
  readonly calls: number
  readonly tokens: TokenUsage
  /** Calls of this run whose tokens are unknown. */
  readonly unknown: number
}

export interface AskingParts extends Core<'store' | 'clock'> {
  readonly provider: ModelProvider
  /** Redacts what is sent and what is stored. */
  readonly redact: (text: string) => Promise<string>
  readonly run: string
  readonly limits: {
    readonly dailyTokens: number
    readonly maxCallsPerRun: number
    /** Limit of calls per hour, for a provider that starts a program for each. */
    readonly perHour?: number | undefined
  }
  readonly signal: AbortSignal
}

export const createAsker = (parts: AskingParts): Asker => new Asking(parts)

class Asking implements Asker {
  calls = 0
  unknown = 0
  tokens: TokenUsage = { input: 0, output: 0 }
  readonly #parts: AskingParts

  constructor(parts: AskingParts) {
    this.#parts = parts
  }

  async complete<T>(prompt: Prompt<T>, about: QuestionAbout): Promise<Reply<T>> {
    const { provider, redact } = this.#parts
    const input = await redact(about.input)
    const question = questionOf(prompt, input, provider.name)
    const first = await this.#ask(prompt, question, about)
    if (first.status !== 'invalid') return first
    const again = repairOf(prompt, input, first.text, first.faults, provider.name)
    const second = await this.#ask(prompt, again, about)
    if (second.status !== 'invalid') return second
    throw new WaylandError(
      'model_refused',
      `${provider.name} answered "${prompt.name}" twice with what is not valid: ${second.faults}`,
    )
  }

  async #ask<T>(prompt: Prompt<T>, question: PromptQuestion, about: QuestionAbout): Promise<Asked<T>> {
    const { provider, store, clock, redact, signal } = this.#parts
    const kept = await store.keptAnswer(question.id)
    if (kept !== undefined) {
      await provider.settled?.(question.id)
      const reply = told(prompt, question.id, kept.answer, kept.model, usageOf(kept), 0)
      return reply.status === 'answered' ? { ...reply, kept: true } : reply
    }
    const call = await this.#reserve(prompt, question, about.subject)
    const began = clock.now().getTime()
    const spent = () => Math.max(0, clock.now().getTime() - began)
    let answer: ModelAnswer | 'waiting'
    try {
      answer = await provider.ask(
        question,
        about.signal === undefined ? signal : AbortSignal.any([signal, about.signal]),
      )
    } catch (error) {
      const fault = asWaylandError(error).message
      this.unknown++
      await store.settleCall(call, { state: 'failed', input: null, output: null, milliseconds: spent(), fault })
      throw error
    }
    if (answer === 'waiting') {
      this.calls--
      await store.settleCall(call, { state: 'waiting', input: null, output: null, milliseconds: 0 })
      return { status: 'waiting', callId: question.id }
    }
    const { usage, model } = answer
    this.#count(usage)
    const text = await redact(answer.text)
    const reply = told(prompt, question.id, text, model, usage, spent())
    await store.settleCall(call, {
      state: reply.status,
      model,
      input: usage === 'unknown' ? null : usage.input,
      output: usage === 'unknown' ? null : usage.output,
      counted: likelyTokens(question, answer.text),
      milliseconds: spent(),
      answer: text,
      ...(reply.status === 'invalid' ? { fault: reply.faults } : {}),
    })
    await provider.settled?.(question.id)
    return reply
  }

  /** Reserves the tokens that the call may cost at most; throws `over_budget` where the budget has fewer left. */
  async #reserve(prompt: Prompt<unknown>, question: PromptQuestion, subject: string): Promise<number> {
    const { provider, store, clock, run, limits } = this.#parts
    if (this.calls >= limits.maxCallsPerRun)
      throw new WaylandError(
        'over_budget',
        `${this.calls} calls were made in this run, as many as model.maxCallsPerRun allows`,
      )
    const now = clock.now()
    const { id, purpose } = question
    const planned = {
      ...{ id, purpose, prompt: promptLabel(prompt), provider: provider.kind, model: provider.name, run, subject },
      reserved: mostTokens(question),
      at: now.getTime(),
    }
    const { dailyTokens, perHour } = limits
    const made = await store.reserveCall(planned, { dailyTokens, perHour, dayBegan: startOfDay(now) })
    if ('over' in made) throw overLimit(made, planned.reserved, limits)
    for (const stale of made.replaced) await provider.settled?.(stale)
    this.calls++
    return made.call
  }

  #count(usage: TokenUsage | 'unknown'): void {
    if (usage === 'unknown') this.unknown++
    else this.tokens = { input: this.tokens.input + usage.input, output: this.tokens.output + usage.output }
  }

  async kept<T>(prompt: Prompt<T>, callId: string): Promise<T | undefined> {
    const { provider, store } = this.#parts
    const found = await store.keptAnswer(callId)
    if (found !== undefined) await provider.settled?.(callId)
    const read = found === undefined ? undefined : answerOf(prompt, found.answer)
    return read !== undefined && 'value' in read ? read.value : undefined
  }
}

type Asked<T> = Reply<T> | { readonly status: 'invalid'; readonly text: string; readonly faults: string }

function told<T>(
  prompt: Prompt<T>,
  callId: string,
  text: string,
  model: string,
  usage: TokenUsage | 'unknown',
  milliseconds: number,
): Exclude<Asked<T>, { status: 'waiting' }> {
  const read = answerOf(prompt, text)
  return 'value' in read
    ? { status: 'answered', value: read.value, callId, model, usage, milliseconds, kept: false }
    : { status: 'invalid', text, faults: read.faults }
}

const usageOf = ({ input, output }: KeptAnswer): TokenUsage | 'unknown' =>
  input === null || output === null ? 'unknown' : { input, output }

/** Upper bound of a call's tokens: no tokenizer in use produces more than one token per byte. */
export const mostTokens = ({ system, input, schema, maxTokens }: Omit<PromptQuestion, 'id' | 'purpose'>): number =>
  Buffer.byteLength(system) + Buffer.byteLength(input) + Buffer.byteLength(JSON.stringify(schema)) + maxTokens

/** Estimate for an answer without token counts: one token per three bytes, more than common tokenizers count. */
const likelyTokens = (question: PromptQuestion, answer: string): number =>
  Math.ceil((mostTokens({ ...question, maxTokens: 0 }) + Buffer.byteLength(answer)) / 3)

/** Midnight of the local day, in Unix ms. */
export const startOfDay = (now: Date): number => new Date(now).setHours(0, 0, 0, 0)

function overLimit({ over, used }: OverLimit, needs: number, limits: AskingParts['limits']): WaylandError {
  if (over === 'perHour')
    return new WaylandError(
      'over_budget',
      `${used} programs were started in the last hour, as many as model.childrenPerHour allows`,
    )
  const left = Math.max(0, limits.dailyTokens - used)
  return new WaylandError(
    'over_budget',
    `the next call may cost ${needs} tokens, and ${left} of ${limits.dailyTokens} are left today`,
  )
}
