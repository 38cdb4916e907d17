import type { SkillLoop } from '../app/skill-loop.ts'
import type { Config } from '../config/config.ts'
import { CONNECTABLE } from '../engines/engines.ts'

/** One line that says what to do while nothing was learned yet. */
export async function firstStep(loop: SkillLoop): Promise<string> {
  const { turns } = await loop.upkeep.tally()
  if (turns > 0)
    return `${turns} turn${turns === 1 ? ' is' : 's are'} recorded; "wayland-core status" says what a draft still needs.`
  const agent = await agentToConnect(loop.upkeep.config)
  return `Read your past sessions with "wayland-core import", or connect an agent: "wayland-core install ${agent}".`
}

/** The agent that is suggested where none is installed. */
export const [FIRST = ''] = CONNECTABLE

/**
 * The agent to connect next: an installed one that is not connected, else any installed one, else the first of the
 * registry.
 */
export async function agentToConnect({ engines, searchPath, dataDir, configHome }: Config): Promise<string> {
  // Loaded on demand: most commands do not read agents' settings.
  const { agentsHere } = await import('../engines/agents-here.ts')
  const { openJournal } = await import('../engines/journal.ts')
  const here = await agentsHere(engines, searchPath, await openJournal(dataDir ?? configHome).all())
  return (here.find(({ isConnected }) => !isConnected) ?? here[0])?.engine ?? FIRST
}
