/** The result of one try of one task with one text, or with none. */
export interface Sample {
  /** 0 to 1. */
  readonly score: number
  /** It took longer than it may: neither a gain nor a loss. */
  readonly timedOut: boolean
  /** Whether the text was loaded; null where that cannot be seen. */
  readonly activated: boolean | null
  /** null where they cannot be counted. */
  readonly toolCalls: number | null
  readonly tokens: { readonly input: number; readonly output: number } | 'unknown'
  /** Milliseconds. */
  readonly ms: number
  /** What the text tells to do and this run did not; absent where that cannot be seen. */
  readonly added?: readonly string[]
  /** One line for a person, such as why a check failed. */
  readonly note?: string
}

export interface TaskSamples {
  readonly task: string
  readonly family: string
  readonly samples: readonly Sample[]
}
