import type { TokenUsage } from '../model/language-model.ts'

/** How the program of an agent works on a task without a window: the prompt on stdin, in the folder of the project. */
export interface HeadlessTask {
  /**
   * Its arguments. They make it print what it does, and keep no session where it can do without; its tools and what it asks
   * a person for stay as the person has them.
   */
  readonly words: (model: string | null) => readonly string[]
  /** It keeps its session all the same: the prompt is marked as ours, so that our readers pass over it. */
  readonly keepsSession?: true
  /** Whether a line of its output is needed; absent, all are. */
  readonly needs?: (line: string) => boolean
  readonly read: (output: string) => TaskRun
}

/** What an agent did. */
export interface TaskRun {
  /** Calls of tools that failed are told as such. */
  readonly calls: readonly { readonly name: string; readonly input: unknown; readonly failed: boolean }[]
  readonly usage: TokenUsage | 'unknown'
  /** It came to its own end without an error. */
  readonly ended: boolean
}
