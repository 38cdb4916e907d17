import type { SkillLoop } from '../app/skill-loop.ts'
import type { Config } from '../config/config.ts'
import { CONNECTABLE } from '../engines/engines.ts'

/** What to do next where nothing was learned yet, as one line. */
export async function firstStep(loop: SkillLoop): Promise<string> {
  const { turns } = await loop.tally()
  if (turns > 0)
    return `${turns} turn${turns === 1 ? ' is' : 's are'} recorded; "wayland-core status" says what a draft still needs.`
  const agent = await agentToConnect(loop.config)
  return `Read your past sessions with "wayland-core import", or connect an agent: "wayland-core install ${agent}".`
}

/** The agent that is proposed where none is on this machine. */
export const [FIRST = ''] = CONNECTABLE

/** The agent to connect next: one of this machine, before any that is connected already. */
export async function agentToConnect({ engines, searchPath, dataDir, configHome }: Config): Promise<string> {
  // Loaded when asked for: what reads settings is no part of a start.
  const { agentsHere } = await import('../engines/agents-here.ts')
  const { openJournal } = await import('../engines/journal.ts')
  const here = await agentsHere(engines, searchPath, await openJournal(dataDir ?? configHome).all())
  return (here.find(({ isConnected }) => !isConnected) ?? here[0])?.engine ?? FIRST
}
