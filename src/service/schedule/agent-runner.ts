import type { ToolCall } from '../../domain/run.ts'
import type { SchedulePlan } from '../../domain/schedule/schedule.ts'
import type { RunLog } from '../proof/run-log.ts'

/** Runs the person's agent without a window. */
export interface AgentRunner {
  /**
   * The agent of this name, or the first on this machine that works without a window. Throws `bad_option` for a name that
   * is none; where its program is missing, only without a name.
   */
  agent(name: string | undefined): Promise<{ readonly name: string; readonly isHere: boolean }>
  /** Why a run could not even begin now: its agent or its project folder is missing. Undefined where it can. */
  lacks(plan: Pick<SchedulePlan, 'engine' | 'projectDir'>): Promise<string | undefined>
  /** Gives the agent a prompt. It never throws for what the agent does, only the reason of an aborted signal. */
  run(asked: AgentTask): Promise<AgentEnd>
  /** Ends what a run of this id left behind when its process was killed. */
  endLeft(id: string): void
}

export interface AgentTask extends Pick<SchedulePlan, 'engine' | 'words' | 'projectDir' | 'timeoutMs' | 'to'> {
  /** Marks the processes of this run. */
  readonly id: string
  readonly prompt: string
  /** Is given what the agent prints, as it comes. */
  readonly said: RunLog['said']
  readonly signal: AbortSignal
}

export interface AgentEnd {
  readonly how: 'succeeded' | 'failed' | 'timed_out'
  /** Why it did not succeed, or what went wrong with the command that got what it said. */
  readonly why: string | null
  readonly exitCode: number | null
  /** Its calls; absent where it did not run. */
  readonly calls?: readonly ToolCall[]
}
