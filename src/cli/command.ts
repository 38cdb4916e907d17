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

/** Names of fields with what they hold. */
export type Fields = Readonly<Record<string, string>>

/** What a command's file says of it: parser, help and the reference in src/cli/README.md read this. */
export interface Words extends VerbWords {
  readonly topic: Topic
  /** Further words that may follow the name, each with help of its own: `add` of `schedule`. */
  readonly verbs?: Readonly<Record<string, Verb>>
}

export interface Verb extends VerbWords {
  /** Where it is not that of its command. */
  readonly topic?: Topic
  readonly run: Run
}

interface VerbWords {
  /** What follows the name, as help shows it; absent: nothing. */
  readonly takes?: string
  /** One line of the overview. */
  readonly words: string
  readonly flags?: Readonly<Record<string, Flag>>
  /** Paragraphs, plain text; `help <command>` shows them, `<command> --help` does not. */
  readonly text?: readonly string[]
  /** Fields of what the command reads, under a title. */
  readonly input?: readonly {
    readonly title: string
    readonly fields: Fields
  }[]
  /** The shape of what `--json` prints, where the fields do not say it. */
  readonly shape?: string
  /** Fields of the object that `--json` prints, in its order; `?` marks one that is not always there. */
  readonly json: Fields
  /** Fields of objects within it. */
  readonly inner?: readonly {
    readonly title: string
    readonly fields: Fields
  }[]
  /** An invocation that works when pasted, once a skill of the name in it exists. */
  readonly example: string
}

/** One command: what its file says, and its name, which is that of the file, or that with a verb. */
export interface Command extends Words {
  readonly takes: string
  readonly flags: NonNullable<Words['flags']>
  readonly text: readonly string[]
  /** One word, or two: `skills promote`, `schedule add`. */
  readonly name: string
  /** The command whose verb it is. */
  readonly of?: string
  readonly run: Run
}

/** Runs a command; what tells no exit code is done. */
export type Run = (call: Call) => Promise<ExitCode> | Promise<void>

export interface Call {
  readonly command: Command
  readonly words: readonly string[]
  readonly flags: Readonly<Record<string, string | boolean | undefined>>
  readonly json: boolean
  /** Configuration options given as flags, by key. */
  readonly settings: Readonly<Record<string, string>>
  readonly report: Report
  /** Opens the loop with the configuration of this invocation. */
  readonly open: (options?: OpenOptions) => Promise<SkillLoop>
}

export interface OpenOptions extends SkillLoopOptions {
  /** What cannot be done without the database, with its verb: throws `storage_unavailable` where there is none. */
  readonly needs?: string
}

/** What `help <topic>` shows the commands of, in the order of `--help`. */
export const TOPICS = {
  learning: 'Learn from runs',
  offering: 'Offer skills to a model',
  measuring: 'Measure what skills are worth',
  reviewing: 'Review skills',
  scheduling: 'Run skills at their time',
  connecting: 'Connect agents',
  sharing: 'Share skills with a team',
  users: 'Skills of many users',
  data: 'Look after the data',
} as const
export type Topic = keyof typeof TOPICS

/** The topic that is no group of commands: the configuration. */
export const OPTIONS_TOPIC = 'options'

/** Every word that `help` takes beside the names of commands. */
export const TOPIC_NAMES: readonly string[] = [...Object.keys(TOPICS), OPTIONS_TOPIC]
