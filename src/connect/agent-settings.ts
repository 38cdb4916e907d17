/** Folders below a person's home: `home` itself, `agents`, which several agents read, and each agent's own. */
export interface EngineFolders {
  readonly home: string
  readonly agents: string
  /** The folder of settings and skills of an agent, by the root that its description names, such as `claude`. */
  readonly [root: string]: string
}

/** Where an agent is connected: for the person, or in one project. */
export type Place =
  | { readonly scope: 'user'; readonly folders: EngineFolders }
  | { readonly scope: 'project'; readonly dir: string }

export interface Program {
  /** Path of the Node binary. */
  readonly node: string
  /** Path of the command line's main file. */
  readonly main: string
  readonly platform: NodeJS.Platform
  /** Path of the socket that hooks ask; absent where they cannot know it. */
  readonly socket?: string
  /** Version of the agent that is to be connected, where it is known. */
  readonly engineVersion?: string | undefined
}

/** Texts of an agent's files by their role; undefined where there is no file. */
export type Texts = Readonly<Record<string, string | undefined>>

/** What was found of our hooks in an agent's files. */
export interface Look {
  /** `absent`: none of ours; `outdated`: some are missing, doubled, or call something else than this program. */
  readonly state: 'absent' | 'current' | 'outdated'
  /** Commands of ours that were found, as the agent runs them. */
  readonly commands: readonly string[]
  /** Why the agent would not run them, by the setting that switches them off. */
  readonly off?: string
  /** Path of a file of ours that a person changed: it is neither updated nor removed. */
  readonly changed?: string
}

/** Why an agent does not run hooks that are there: a person has to allow them. */
export interface Distrust {
  readonly why: string
  readonly cure: string
  /** The first version that asks for it. */
  readonly since: string
}

/** What an agent's versions before `since` do without: completes "connected; version 1.0 …". */
export interface Lack {
  readonly since: string
  readonly what: string
}

/** What the README says of an agent's hooks, in Markdown. */
export interface HookDocumentation {
  /** Where they go for the person, and in a project. */
  readonly user: string
  readonly project: string
  /** What the agent does not tell, or does not do. */
  readonly limits: string
}

/** How hooks are put into an agent's settings: texts go in, texts come out. Throws `bad_file` with file and line. */
export interface AgentSettings {
  /** The agent's name, as in `wayland-core hook <name>`. */
  readonly name: string
  readonly about: HookDocumentation
  readonly files: (place: Place) => Readonly<Record<string, string>>
  /** The files with each of our hooks exactly once, as this program writes it; everything else is unchanged. */
  readonly connect: (texts: Texts, program: Program, place: Place) => Texts
  /** The files without our hooks. `before` are the texts from before the first one was put there, if known. */
  readonly disconnect: (texts: Texts, before: Texts, place: Place) => Texts
  readonly look: (texts: Texts, program: Program, place: Place) => Look
  /** What a person has to do beyond this, or to know. */
  readonly notes: (texts: Texts, place: Place) => readonly string[]
  /** The first version that runs these hooks by default; absent where none is known. */
  readonly since?: string
  /** What older versions that run these hooks do without. */
  readonly lacks?: readonly Lack[]
  /** Whether the settings switch hooks on in an older version. */
  readonly isOptedIn?: (texts: Texts, place: Place) => boolean
  /** What a person has yet to allow, by the agent's files in this place and by the person's own. */
  readonly distrust?: (texts: Texts, place: Place, own: Texts, ownPlace: Place) => Distrust | undefined
}
