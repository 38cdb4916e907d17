/**
 * How a language model is reached: one question, one text back. What comes back is not checked here; a provider only sees to
 * it that an answer ends, in time and size.
 */
export interface ModelProvider {
  /** `openai`, `anthropic`, `agent`, `handoff`. */
  readonly kind: string
  /** The model and the place it is asked at, as a person may read it: part of what a call is named by, and never a key. */
  readonly name: string
  /**
   * The answer of the model, or `waiting` where somebody has yet to give it. Throws `model_unavailable` (cannot be reached,
   * too late, broken off) and `model_refused` (it answered, and not with an answer: too long, redirected, stopped by its own
   * rules), and the signal's reason when aborted.
   */
  ask(question: ModelQuestion, signal: AbortSignal): Promise<ModelAnswer | 'waiting'>
  /** The answer to a question is kept: what the provider holds of it can go. */
  settled?(id: string): Promise<void>
}

export interface ModelQuestion {
  /** Names the call: a digest of purpose, prompt, input, schema and model. */
  readonly id: string
  /** What the answer is for, such as `extract`. */
  readonly purpose: string
  readonly system: string
  /** What the question is about, redacted, bounded and wrapped as data. */
  readonly input: string
  /** JSON Schema (draft 2020-12) of the value that is asked for. */
  readonly schema: Readonly<Record<string, unknown>>
  readonly maxTokens: number
}

export interface ModelAnswer {
  /** What the model wrote: JSON, or something else. */
  readonly text: string
  /** The model that answered, by its own word where it gives one. */
  readonly model: string
  readonly usage: TokenUsage | 'unknown'
}

export interface TokenUsage {
  readonly input: number
  readonly output: number
}
