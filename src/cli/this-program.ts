import type { Config } from '../config/config.ts'
import type { Program } from '../connect/agent-settings.ts'
import { usualSocket } from '../daemon/address.ts'
import { program } from '../platform/process.ts'

/** This program, for an engine's settings. */
export function thisProgram({ dataDir, sourceOf }: Config): Program {
  const own = { node: process.execPath, main: program.main, platform: process.platform }
  // A variable that moves the folders may be missing where the agent runs.
  const isMoved = (['config.dir', 'data.dir', 'user'] as const).some(
    (key) => !['default', 'file'].includes(sourceOf(key)),
  )
  return isMoved || dataDir === null ? own : { ...own, socket: usualSocket(dataDir) }
}
