import type { HookEvent, HookProtocol } from '../transcript/hook-event.ts'
import { claudeCodeHook } from './claude-code/hook.ts'
import { codexHook } from './codex/hook.ts'
import { geminiHook } from './gemini/hook.ts'
import { piHook } from './pi/hook.ts'
import { qwenHook } from './qwen/hook.ts'

/** Engines whose hooks are understood. */
export const HOOK_ENGINES = ['claude-code', 'codex', 'gemini', 'qwen', 'pi'] as const
export type HookEngine = (typeof HOOK_ENGINES)[number]

/** The hooks of an engine; undefined for an engine without any. */
export const hookProtocol = (engine: string): HookProtocol | undefined =>
  Object.hasOwn(PROTOCOLS, engine) ? PROTOCOLS[engine as HookEngine] : undefined

/** What a raw payload of an engine's hook tells of, or undefined when it tells nothing of a turn. Never throws. */
export const readHook = (engine: string, payload: unknown, event?: string): HookEvent | undefined =>
  hookProtocol(engine)?.read(payload, event)

const PROTOCOLS: Readonly<Record<HookEngine, HookProtocol>> = {
  'claude-code': claudeCodeHook,
  codex: codexHook,
  gemini: geminiHook,
  qwen: qwenHook,
  pi: piHook,
}
