import type { Sample } from '../domain/proof/sample.ts'
import type { ProofTask } from '../domain/proof/task.ts'

/** Tries a skill's text on tasks. */
export interface Scorer {
  readonly name: 'replay' | 'agent' | 'command'
  /** It starts no agent and asks no model. */
  readonly isFree: boolean
  /**
   * One try of a task with a text (a SKILL.md below its front matter), or with none. What goes wrong with the task is a sample with
   * score 0 and a note; throws where the scorer itself cannot work, and for an aborted signal.
   */
  try(text: string | undefined, task: ProofTask, repeat: number, signal: AbortSignal): Promise<Sample>
}
