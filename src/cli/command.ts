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

/** One command as parser and dispatcher see it; its manual is in `manual/`. */
export interface Command {
  /** One word, or two: `skills promote`. */
  readonly name: string
  /** The flag that is the same command, without its dashes: `skills-promote`. */
  readonly flag?: string
  /** What follows the name, as help shows it. */
  readonly takes: string
  /** One line of the overview. */
  readonly words: string
  readonly flags: Readonly<Record<string, Flag>>
  readonly load: () => Promise<{ readonly run: Run }>
}

/** Commands that help shows under one title. */
export interface Group {
  readonly title: string
  readonly commands: readonly Command[]
}

export type Run = (call: Call) => Promise<ExitCode>

/** One invocation of a command. */
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
