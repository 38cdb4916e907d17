import type { AgentSettings } from '../../src/connect/agent-settings.ts'
import { ENGINES } from '../../src/engines/engines.ts'
import { createReader } from '../../src/engines/transcripts.ts'
import type { ReaderContext, TranscriptFormat, TranscriptReader } from '../../src/transcript/reader.ts'

async function loaded<T>(load: (engine: (typeof ENGINES)[number]) => Promise<T> | undefined) {
  const found = new Map<string, T>()
  for (const engine of ENGINES) {
    const part = await load(engine)
    if (part !== undefined) found.set(engine.name, part)
  }
  return (name: string): T => {
    const part = found.get(name)
    if (part === undefined) throw new Error(`${name} has no such part`)
    return part
  }
}

/** The settings of an agent, loaded beforehand. Throws where it has none. */
export const settingsOf: (name: string) => AgentSettings = await loaded((engine) => engine.settings?.())

const formatOf: (name: string) => TranscriptFormat = await loaded((engine) => engine.transcript?.())

/** A reader of an engine's lines; `session` names the session where the lines do not. */
export const readerOf = (engine: string, session: string, context: ReaderContext = {}): TranscriptReader =>
  createReader(formatOf(engine), session, context)
