import type { EngineFolders } from '../engines/folders.ts'

/** Agents that can be connected. */
export const CONNECTABLE = ['claude-code', 'codex', 'gemini', 'qwen', 'opencode', 'pi'] as const
export type Connectable = (typeof CONNECTABLE)[number]

/** Where an engine is connected: for the person, or in one project. */
export type Place =
  | { readonly scope: 'user'; readonly folders: EngineFolders }
  | { readonly scope: 'project'; readonly dir: string }

/** This program, as an engine starts it. */
export interface Program {
  /** Path of the Node binary. */
  readonly node: string
  /** Path of the command line's main file. */
  readonly main: string
  readonly platform: NodeJS.Platform
  /** Version of the engine that is to be connected, where it is known. */
  readonly engineVersion?: string | undefined
}

/** Texts of an engine's files by their role; undefined where there is no file. */
export type Texts = Readonly<Record<string, string | undefined>>

/** How our hooks stand in an engine's files. */
export interface Look {
  /** `absent`: none of ours; `outdated`: some are missing, doubled, or call something else than this program. */
  readonly state: 'absent' | 'current' | 'outdated'
  /** Commands of ours that were found, as the engine runs them. */
  readonly commands: readonly string[]
  /** Why the engine would not run them, in its own settings' words. */
  readonly off?: string
  /** Path of a file of ours that a person changed: we neither bring it up to date nor take it out. */
  readonly changed?: string
}

/** Why an engine does not run hooks that are there: a person has to allow them. */
export interface Distrust {
  readonly why: string
  readonly cure: string
  /** The first version that asks for it. */
  readonly since: string
}

/** One engine's settings as values: texts go in, texts come out. Throws `bad_settings` naming file and line. */
export interface Engine {
  readonly name: Connectable
  readonly label: string
  /** Path of each file by its role. */
  readonly files: (place: Place) => Readonly<Record<string, string>>
  /** The files with our hooks in them, each exactly once and as this program wants it; all else as it was. */
  readonly connect: (texts: Texts, program: Program, place: Place) => Texts
  /** The files without our hooks. `before` are the texts from before the first one was put there, where they are known. */
  readonly disconnect: (texts: Texts, before: Texts, place: Place) => Texts
  readonly look: (texts: Texts, program: Program, place: Place) => Look
  /** What a person has to do beyond this, or to know. */
  readonly notes: (texts: Texts, place: Place) => readonly string[]
  /** Name of its binary, and of its npm package. */
  readonly binary: string
  readonly package: string
  /** Names under which earlier versions of the package were published. */
  readonly formerPackages?: readonly string[]
  /** The first version that runs these hooks without being asked to; absent where none is known. */
  readonly since?: string
  /** Whether an older version was asked to in its settings. */
  readonly isOptedIn?: (texts: Texts, place: Place) => boolean
  /** What a person has yet to allow, by the engine's files here and by their own ones. */
  readonly distrust?: (texts: Texts, place: Place, own: Texts, ownPlace: Place) => Distrust | undefined
}
