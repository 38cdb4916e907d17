import { access } from 'node:fs/promises'
import type { EngineFolders } from '../connect/agent-settings.ts'
import { findProgram } from '../connect/find-program.ts'
import { CONNECTABLE_ENGINES, type ConnectableEngine } from './engines.ts'
import type { Connection } from './journal.ts'

/** An agent of this machine. */
export interface AgentHere {
  readonly engine: string
  readonly label: string
  /** For the person, or in any project. */
  readonly isConnected: boolean
}

/** The agents with a program on the PATH or settings here, in the registry's order. Runs none, never fails. */
export async function agentsHere(
  folders: EngineFolders,
  searchPath: readonly string[],
  connections: readonly Connection[],
): Promise<readonly AgentHere[]> {
  const looked = CONNECTABLE_ENGINES.map(async (agent) => {
    const isHere =
      (await hasFolder(agent, folders)) || (await findProgram(agent.program.binary, [], searchPath)) !== undefined
    const isConnected = connections.some(({ engine }) => engine === agent.name)
    return isHere ? [{ engine: agent.name, label: agent.label, isConnected }] : []
  })
  return (await Promise.all(looked)).flat()
}

/** Whether an agent's own folder is there. */
export const hasFolder = ({ home }: ConnectableEngine, folders: EngineFolders): Promise<boolean> =>
  isThere(folders[home.root] ?? '')

export const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  )
