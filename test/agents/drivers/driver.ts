import type { Step } from '../script.ts'

/** Where an agent is run. */
export interface Surroundings {
  /** The person's home folder. */
  readonly home: string
  /** The folder that is worked in. */
  readonly work: string
  /** Base address of the scripted model, without a path. */
  readonly server: string
}

/** `allowed`: tools run without being asked for; `asked`: the person would be asked, and nobody is there. */
export type Permission = 'allowed' | 'asked'

/** How one agent is pointed at a model, run for one prompt, and called into using a skill. */
export interface Driver {
  readonly agent: string
  /** The person's settings by path below the home folder, as they are before anything is connected. */
  readonly settings: (where: Surroundings) => Readonly<Record<string, string>>
  readonly env: (where: Surroundings, permission: Permission) => Readonly<Record<string, string>>
  /** The words of one run. */
  readonly words: (prompt: string, permission: Permission, where: Surroundings) => readonly string[]
  /** What a person does after the hooks were put in, such as trusting them. */
  readonly trust?: (where: Surroundings) => void
  /** Folder of its session files, or their database, below the home folder. */
  readonly sessions: string
  /** The call of its own tool for skills. */
  readonly skillTool?: (skill: string) => Step
  /** The prompt by which a person calls a skill. */
  readonly invocation?: (skill: string) => string
  /** Why it can deny nothing, where it asks nobody. */
  readonly asksNobody?: string
  /** Why nobody can know of an API error, where it writes nothing of one: its turn is unknown, and no success. */
  readonly hidesErrors?: string
  /** Whether its server is asked to abort, instead of a signal. */
  readonly abortsByServer?: true
}

/** A key that no service knows. */
export const KEY = 'made-up-key'

/** JSON as a person's settings have it. */
export const settingsText = (value: object): string => `${JSON.stringify(value, null, 2)}\n`
