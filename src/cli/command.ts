import type { SkillLoop, SkillLoopOptions } from '../app/skill-loop.ts'
import type { Report } from './report.ts'

/** Exit codes: done · some input refused or findings · wrong usage · not possible now. */
export const EXIT = { done: 0, refused: 1, usage: 2, unavailable: 3 } as const
export type ExitCode = (typeof EXIT)[keyof typeof EXIT]

/** A flag of one command. `value` names what follows it; absent for a switch. */
export interface Flag {
  readonly value?: string
  readonly words: string
}

/** One command as help, parser and dispatcher see it. A name that begins with `--` is called as a flag. */
export interface Command {
  readonly name: string
  /** What follows the name, as help shows it. */
  readonly takes: string
  /** One line of the overview. */
  readonly words: string
  /** What its own help says beyond that. */
  readonly more?: string
  readonly flags: Readonly<Record<string, Flag>>
  /** Fields that `--json` prints. */
  readonly json: readonly string[]
  /** An invocation that works when pasted. */
  readonly example: string
  readonly load: () => Promise<{ readonly run: Run }>
}

export type Run = (call: Call) => Promise<ExitCode>

/** One invocation. */
export interface Call {
  readonly command: Command
  readonly words: readonly string[]
  readonly flags: Readonly<Record<string, string | boolean | undefined>>
  readonly json: boolean
  /** Configuration options given as flags, by key. */
  readonly settings: Readonly<Record<string, string>>
  readonly report: Report
  /** Opens the loop with the configuration of this invocation. */
  readonly open: (options?: SkillLoopOptions) => Promise<SkillLoop>
}
