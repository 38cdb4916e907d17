import { resolve } from 'node:path'
import type { AgentSettings } from '../connect/agent-settings.ts'
import type { Reach, SkillFormat } from '../domain/export/shape.ts'
import type { ToolTable } from '../domain/tool-names.ts'
import type { HookProtocol } from '../transcript/hook-event.ts'
import type { TranscriptFormat } from '../transcript/reader.ts'
import type { Headless, HeadlessTask } from './headless.ts'

/** The environment of a process, or a part of it. */
export type Environment = Readonly<Record<string, string | undefined>>

/**
 * One agent, or one format of transcripts: what every start of the program needs of it as values, and the rest behind
 * functions that load it.
 */
export interface Engine {
  /** As commands, hooks and records name it. */
  readonly name: string
  /** As its makers write it. */
  readonly label: string
  readonly program?: EngineProgram
  readonly home?: EngineHome
  readonly skills?: EngineSkills
  /** Its hooks, or what a plugin of ours sends instead; part of the hook's process, which loads Node builtins only. */
  readonly hook?: HookProtocol
  /** Loads its reader; absent where its sessions cannot be read from files. */
  readonly transcript?: () => Promise<TranscriptFormat>
  /** Loads what `install` does to its settings; absent where it cannot be connected. */
  readonly settings?: () => Promise<AgentSettings>
  /** Loads how its program answers one question without a window; absent where it cannot. */
  readonly headless?: () => Promise<Headless>
  /** Loads how its program works on a task without a window; absent where that was not tried. */
  readonly task?: () => Promise<HeadlessTask>
  /** What it offered to its model in a run without a window, in the version `seenWorking`: see test/fixtures/tools. */
  readonly tools?: Omit<ToolTable, 'label'>
  /** How its client of MCP calls itself, or the beginning of that, as it was seen with `seenWorking`. */
  readonly mcpClient?: string
  /** Loads what writes a session for the turn that `doctor` sends through the whole path; one engine has it. */
  readonly sample?: () => Promise<(home: string) => SampleSession>
}

/** A session of one turn on disk, and the event that tells of its end. */
export interface SampleSession {
  readonly engine: string
  readonly event: string
  readonly payload: object
}

/** The program of an agent, as it is found on a machine. */
export interface EngineProgram {
  readonly binary: string
  /** Its npm package, and names under which earlier versions were published. */
  readonly package: string
  readonly formerPackages?: readonly string[]
  /** The newest version whose turns `npm run test:agents` saw come in, make a draft and get the hint. */
  readonly seenWorking: string
}

/** Where an agent keeps its files. */
export interface EngineHome {
  /** Names the folder among all of them, and is its name in a project: `.<root>`. */
  readonly root: string
  readonly folder: (home: string, env: Environment) => string
  /** Its folders of sessions, or its database of them; absent where it keeps none. */
  readonly sessions?: (folder: string, env: Environment, home: string) => readonly string[]
  /** The variable that moves the sessions. */
  readonly movedBy?: string
  /** Where a variable moves `folder`, it moves the home: not `~/.agents` is read, but the one beside its folder. */
  readonly movesAll?: true
}

/** How an agent finds and uses skills. */
export interface EngineSkills extends Omit<SkillFormat, 'engine'> {
  /** Roots whose `skills` folder it reads, in its order: for the person, and in a project where that differs. */
  readonly reads: readonly string[]
  readonly readsInProject?: readonly string[]
  /** Its own folder is not written to where another serves: its makers deprecated it. */
  readonly isDeprecated?: true
  readonly reach: Reach
}

/** The folder that a variable names, as a path that holds in every working directory; undefined for none. */
export const movedFolder = (path: string | undefined): string | undefined => (path ? resolve(path) : undefined)
