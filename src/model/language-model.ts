/** A language model: one question, one text back, limited in time and size; the caller validates it. */
export interface ModelProvider {
  /** `openai`, `anthropic`, `agent`, `handoff`. */
  readonly kind: string
  /** Model and endpoint, as shown to a person and as part of a call's id; never a key. */
  readonly name: string
  /**
   * The model's answer, or `waiting` where it has not been given yet. Throws `model_unavailable` (unreachable, late,
   * broken off), `model_refused` (a response that is no answer: too long, redirected, stopped by the model's policy),
   * and the signal's reason when aborted.
   */
  ask(question: ModelQuestion, signal: AbortSignal): Promise<ModelAnswer | 'waiting'>
  /** Tells the provider that the answer to a question is stored, so that it can delete its copy. */
  settled?(id: string): Promise<void>
}

export interface ModelQuestion {
  /** Id of the call: a digest of purpose, prompt, input, schema and model. */
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
  /** The text that the model wrote, usually JSON. */
  readonly text: string
  /** The model that answered, as the response names it where it does. */
  readonly model: string
  readonly usage: TokenUsage | 'unknown'
}

export interface TokenUsage {
  readonly input: number
  readonly output: number
}
