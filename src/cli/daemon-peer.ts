import type { Config } from '../config/config.ts'
import { lockFile, readAddress, usualSocket } from '../daemon/address.ts'
import { ask } from '../daemon/ask.ts'
import type { Holder } from '../daemon/holder.ts'
import { removeSnapshot } from '../daemon/start.ts'
import type { Call } from './command.ts'

/** A command about the daemon of a data folder. */
export interface Controlled extends Call {
  readonly config: Config
  readonly dataDir: string
}

const ASK_MS = 2_000

/** The state that a running daemon reports; undefined where none answers. */
export interface Told {
  readonly pid: number
  readonly startedAt: string
  readonly socket: string
  readonly waiting: number
  readonly done: number
  readonly watched: number
  readonly rss: number
  /** After how long without work it ends; null for one that stays. */
  readonly idle_minutes: number | null
}

/** Sends a request to the daemon of a data folder; undefined where none answers. */
export async function asked(dataDir: string, request: object): Promise<Record<string, unknown> | undefined> {
  // The usual socket follows from the folder: a daemon whose address file was removed is found too.
  const socket = readAddress(dataDir)?.socket ?? usualSocket(dataDir)
  const answer = await ask(socket, request, ASK_MS)
  return 'line' in answer ? (JSON.parse(answer.line) as Record<string, unknown>) : undefined
}

export const running = async (dataDir: string): Promise<Told | undefined> =>
  (await asked(dataDir, { status: true }))?.status as Told | undefined

/** Ends the daemon that hooks started, and removes their snapshot; those of another agent start and make it again. */
export async function endHelper(dataDir: string): Promise<void> {
  removeSnapshot(dataDir)
  if (typeof (await running(dataDir))?.idle_minutes === 'number') await asked(dataDir, { stop: true })
}

/** The daemon that holds the data folder, also where its socket does not answer. */
export async function unheard(dataDir: string): Promise<Holder | undefined> {
  const { holderOf } = await import('../daemon/holder.ts')
  return holderOf(dataDir)
}

export const named = ({ pid }: Holder, dataDir: string): string =>
  pid === null ? `the process that holds ${lockFile(dataDir)}` : `process ${pid}`
