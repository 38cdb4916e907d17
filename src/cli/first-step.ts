import type { SkillLoop } from '../app/skill-loop.ts'
import type { Config } from '../config/config.ts'
import { findEngine } from '../engines/engines.ts'
import { openJournal } from '../engines/journal.ts'
import { counted } from './report.ts'

/** One line that says what to do while nothing was learned yet. */
export async function firstStep(loop: SkillLoop): Promise<string> {
  const { turns } = await loop.upkeep.tally()
  if (turns > 0)
    return `${turns} turn${turns === 1 ? ' is' : 's are'} recorded; "wayland-core status" says what a draft still needs.`
  return (
    (await firstSession(loop.upkeep.config)) ??
    'Nothing was recorded yet: "wayland-core setup" connects your agents and reads their past sessions.'
  )
}

/** The same where the person has no skill: those of libraries lie elsewhere. */
export async function withoutSkills(loop: SkillLoop): Promise<string> {
  const shared = await loop.review.sharedSkills()
  const [first] = shared
  const step = await firstStep(loop)
  return first === undefined
    ? step
    : `${counted(shared.length, 'skill')} of libraries: "wayland-core show ${first.library}" says what may be offered.\n${step}`
}

/** What to do before the first turn; undefined where no agent is connected. */
export async function firstSession(config: Config): Promise<string | undefined> {
  const agents = await connectedAgents(config)
  return agents === undefined
    ? undefined
    : `Nothing was recorded yet: start a session of ${agents}; "wayland-core doctor" checks the connection.`
}

/** The names of the agents that are connected, with "or" between them; undefined where none is. */
export async function connectedAgents({ dataDir, configHome }: Config): Promise<string | undefined> {
  const connections = await openJournal(dataDir ?? configHome).all()
  const agents = new Set(connections.map(({ engine }) => findEngine(engine)?.label ?? engine))
  return agents.size === 0 ? undefined : [...agents].join(' or ')
}
