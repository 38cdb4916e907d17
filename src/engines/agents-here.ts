import { access } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Connectable, Engine, Place } from '../connect/engine.ts'
import { findProgram } from '../connect/find-program.ts'
import { ENGINES_BY_NAME } from './engines.ts'
import type { EngineFolders } from './folders.ts'
import type { Connection } from './journal.ts'

/** An agent of this machine. */
export interface AgentHere {
  readonly engine: Connectable
  readonly label: string
  /** For the person, or in any project. */
  readonly isConnected: boolean
}

/** The agents whose program is on the PATH, or that keep settings here, in the order of the table. Runs none, never fails. */
export async function agentsHere(
  folders: EngineFolders,
  searchPath: readonly string[],
  connections: readonly Connection[],
): Promise<readonly AgentHere[]> {
  const looked = Object.values(ENGINES_BY_NAME).map(async (agent) => {
    const isHere =
      (await hasFolder(agent, { scope: 'user', folders })) ||
      (await findProgram(agent.binary, [], searchPath)) !== undefined
    const isConnected = connections.some(({ engine }) => engine === agent.name)
    return isHere ? [{ engine: agent.name, label: agent.label, isConnected }] : []
  })
  return (await Promise.all(looked)).flat()
}

/** Whether an engine keeps anything in the folder of its own settings. */
export async function hasFolder(engine: Engine, place: Place): Promise<boolean> {
  const [file = ''] = Object.values(engine.files(place))
  const folder = dirname(file)
  return await isThere(/plugins|extensions/.test(folder) ? dirname(folder) : folder)
}

export const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  )
