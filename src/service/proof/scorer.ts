import type { Sample } from '../../domain/proof/sample.ts'
import type { ProofTask } from '../../domain/proof/task.ts'

/** Tries a skill's text on tasks. */
export interface Scorer {
  readonly name: 'replay' | 'agent' | 'command'
  /** What its scores depend on besides the text and the task, such as the agent; '' for nothing. */
  readonly setting?: string
  /** It starts no agent and asks no model. */
  readonly isFree: boolean
  /**
   * One try of a task with a text (a SKILL.md below its front matter), or with none. What goes wrong with the task is a sample with
   * score 0 and a note; throws where the scorer itself cannot work, and for an aborted signal.
   */
  try(text: string | undefined, task: ProofTask, repeat: number, signal: AbortSignal): Promise<Sample>
}

/** The scorer that a person asks for. */
export type AskedScorer = { readonly name: 'replay' } | AskedProgram

/** A scorer that starts a program of the person. */
export type AskedProgram = (
  | {
      readonly name: 'command'
      /** A line for the shell. */
      readonly command: string
      readonly folder: string
    }
  | {
      readonly name: 'agent'
      /** Null: the first on this machine. */
      readonly agent: string | null
      /** Arguments for its program besides its usual ones. */
      readonly words: readonly string[]
    }
) & {
  /** Longest time of one try, in ms. */
  readonly timeoutMs: number
}
