import { stat } from 'node:fs/promises'
import { filesBelow } from '../transcript/transcript-files.ts'

/** What came of an agent since it was connected. */
export interface Arrivals {
  readonly connectedAt: number
  /** When its last turn ended; undefined where none is recorded. */
  readonly lastTurnAt: number | undefined
  /** When its newest session was written to; undefined where it keeps no files. */
  readonly lastSessionAt: number | undefined
}

/** What a person should know of that; `fix` where a session ran and nothing came of it. */
export interface ArrivalsText {
  readonly hasCome: boolean
  readonly found: string
  readonly fix?: string
}

export function arrivalsText({ connectedAt, lastTurnAt, lastSessionAt }: Arrivals): ArrivalsText {
  if (lastTurnAt !== undefined && lastTurnAt > connectedAt)
    return { hasCome: true, found: `the last turn came ${timeOf(lastTurnAt)}` }
  if (lastSessionAt === undefined || lastSessionAt < connectedAt + GRACE_MS)
    return { hasCome: false, found: 'no session since' }
  return {
    hasCome: false,
    found: `nothing came of it, though a session was written to ${timeOf(lastSessionAt)}`,
    fix: 'Start the agent again, since an open one takes no new hooks up; after a turn ask doctor once more',
  }
}

/** When the newest session below these folders was written to. Never rejects. */
export async function lastSession(folders: readonly string[]): Promise<number | undefined> {
  let last: number | undefined
  for (const folder of folders)
    try {
      for await (const path of filesBelow(folder))
        last = Math.max(last ?? 0, (await stat(path).catch(() => undefined))?.mtimeMs ?? 0)
    } catch {
      // It has written no session yet.
    }
  return last
}

/** A session that was open already goes on for a while. */
const GRACE_MS = 60_000

const timeOf = (at: number): string => new Date(at).toISOString().slice(0, 16).replace('T', ' ')
