/** A task that a skill's text is tried on. */
export interface ProofTask {
  readonly id: string
  /** Tasks of one family are alike: what is learned from one is known of all, so that a split keeps them together. */
  readonly family: string
  /** What a person asks for. */
  readonly prompt: string
  /** When it came up (Unix seconds). */
  readonly at?: number
  /** The folder that the person was in. */
  readonly project?: string
  /** Where an agent works on it: a git repository at a commit. */
  readonly repository?: { readonly path: string; readonly commit: string }
  /** Shell commands before the agent begins. */
  readonly setup?: string
  /** Shell commands that end with 0 where the task is done. */
  readonly check?: string
  /** What a successful run did, in order. */
  readonly run?: readonly StepOfRun[]
}

/** A tool call of a run; input: names and values. */
export interface StepOfRun {
  readonly tool: string
  readonly input: Readonly<Record<string, unknown>>
}
