import type { HookEvent, HookProtocol } from '../transcript/hook-event.ts'
import { findEngine } from './engines.ts'

/** The hooks of an engine; undefined for an engine without any. */
export const hookProtocol = (engine: string): HookProtocol | undefined => findEngine(engine)?.hook

/** What a raw payload of an engine's hook tells of; undefined where it tells nothing of a turn. Never throws. */
export const readHook = (engine: string, payload: unknown, event?: string): HookEvent | undefined =>
  hookProtocol(engine)?.read(payload, event)
