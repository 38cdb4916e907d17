import { join, resolve } from 'node:path'
import type { EngineFolders } from '../connect/agent-settings.ts'
import type { Environment } from './engine.ts'
import { ENGINES } from './engines.ts'

export type { EngineFolders } from '../connect/agent-settings.ts'

/** The folders of all agents below a home, where the variables that the agents themselves obey do not move them. */
export const engineFolders = (home: string, env: Environment): EngineFolders => ({
  home,
  ...Object.fromEntries(
    ENGINES.flatMap((engine) => (engine.home ? [[engine.home.root, engine.home.folder(home, env)]] : [])),
  ),
  agents: join(home, '.agents'),
})

/** Where each engine keeps the files of its sessions, as absolute paths by the engine's name. */
export const sessionFolders = (folders: EngineFolders, env: Environment): Readonly<Record<string, readonly string[]>> =>
  Object.freeze(
    Object.fromEntries(
      ENGINES.flatMap(({ name, home }) => {
        const list = home?.sessions?.(folders[home.root] ?? '', env, folders.home)
        return list === undefined ? [] : [[name, list.map((folder) => resolve(folder))]]
      }),
    ),
  )
