import { WaylandError } from '../domain/errors.ts'
import type { Writer } from '../domain/not-understood.ts'
import type { ToolTable } from '../domain/tool-names.ts'
import type { HookEvent, HookProtocol } from '../transcript/hook-event.ts'
import { claudeCode } from './claude-code/engine.ts'
import { codex } from './codex/engine.ts'
import { copilot } from './copilot/engine.ts'
import type { Engine } from './engine.ts'
import { gemini } from './gemini/engine.ts'
import { openAiChat } from './openai-chat/engine.ts'
import { opencode } from './opencode/engine.ts'
import { pi } from './pi/engine.ts'
import { qwen } from './qwen/engine.ts'

/**
 * The registry: every engine, in the order in which they are listed and tried. A new one is a folder beside the others and a
 * line here; openai-chat stays last, since its entries are the most general.
 */
const REGISTRY = [claudeCode, codex, gemini, qwen, opencode, pi, copilot, openAiChat] as const

export const ENGINES: readonly Engine[] = REGISTRY

type Registered = (typeof REGISTRY)[number]
/** The engine names that a recorded turn can have; `generic` stands for any other engine. */
export type EngineName = Registered['name'] | 'generic'

const namesOf = (part: keyof Engine): readonly string[] =>
  ENGINES.flatMap((engine) => (engine[part] === undefined ? [] : [engine.name]))

/** Engines whose sessions can be imported from files. */
export const TRANSCRIPT_ENGINES = namesOf('transcript')
/** The format of conversations that a person gives as files: it has no program of its own. */
export const CONVERSATIONS: EngineName = openAiChat.name

/** Reads the finished turns of such a conversation. */
export const conversationTurns = async () => (await import('./openai-chat/reader.ts')).turnsOfMessages
/** Engines whose hooks are understood. */
export const HOOK_ENGINES = namesOf('hook')
/** Agents that can be asked a question without a window. */
export const HEADLESS = namesOf('headless')
/** The folder `.agents`, whose skills many agents read, and the name for those of them that are not known here. */
export const SHARED_SKILLS = 'agents'
/** Agents that read skills from folders. */
export const SKILL_READERS: readonly string[] = [...namesOf('skills'), SHARED_SKILLS]

/** Agents whose tools are known by name, and those of one of them. */
export const WITH_TOOLS = namesOf('tools')
export function toolTable(name: string): ToolTable | undefined {
  const { label, tools } = findEngine(name) ?? {}
  return label === undefined || tools === undefined ? undefined : { label, ...tools }
}

/** The agent whose client of MCP calls itself so; undefined for any other. */
export const engineOfClient = (client: string): string | undefined =>
  ENGINES.find(({ mcpClient }) => mcpClient !== undefined && client.startsWith(mcpClient))?.name

export const findEngine = (name: string): Engine | undefined => ENGINES.find((engine) => engine.name === name)

/** The name under which turns of an engine are recorded: `generic` where it is not in the registry. */
export const recordedAs = (name: string): string => (findEngine(name) === undefined ? 'generic' : name)

/** What a message about unreadable session files says of their engine. */
export function writerOf(name: string): Writer {
  const engine = findEngine(name)
  return { label: engine?.label ?? name, newest: engine?.program?.seenWorking }
}

/** An agent that can be connected. */
export type ConnectableEngine = Engine & Required<Pick<Engine, 'program' | 'home' | 'settings'>>

/** The agents that `install` can connect, and their names. */
export const CONNECTABLE_ENGINES: readonly ConnectableEngine[] = ENGINES.filter(isConnectable)
export const CONNECTABLE: readonly string[] = CONNECTABLE_ENGINES.map(({ name }) => name)

/** The agent of a name. Throws `bad_usage` naming those that there are. */
export function connectableEngine(name: string): ConnectableEngine {
  const known = CONNECTABLE_ENGINES.find((engine) => engine.name === name)
  if (known !== undefined) return known
  throw new WaylandError('bad_usage', `no agent is called "${name}"`, { hint: `Agents: ${CONNECTABLE.join(', ')}.` })
}

function isConnectable(engine: Engine): engine is ConnectableEngine {
  return engine.settings !== undefined && engine.home !== undefined && engine.program !== undefined
}

export const hookProtocol = (engine: string): HookProtocol | undefined => findEngine(engine)?.hook

/** What a raw payload of an engine's hook tells of; undefined where it tells nothing of a turn. Never throws. */
export const readHook = (engine: string, payload: unknown, event?: string): HookEvent | undefined =>
  hookProtocol(engine)?.read(payload, event)
