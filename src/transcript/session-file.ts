import { realpath, stat } from 'node:fs/promises'
import { isAbsolute, sep } from 'node:path'

/** What a hook says about a transcript: a path, which is not trusted, and the session that it belongs to. */
export interface SessionHint {
  readonly sessionId: string
  readonly transcriptPath?: string | undefined
  readonly cwd?: string | undefined
}

/** A transcript that may be read, one that is not there (yet), or one that is not to be read and why. */
export type SessionFile = { readonly path: string } | { readonly missing: string } | { readonly refused: string }

/** Largest transcript that is read because a hook named it, in bytes. */
const MAX_BYTES = 2 * 1024 ** 3

/**
 * The transcript of a session: what the hook named, or where `locate` finds it below the first of the engine's folders.
 * Only a regular file of a bounded size, with one name, whose real path lies in one of these folders is read.
 */
export async function sessionFile(
  engine: string,
  hint: SessionHint,
  folders: readonly string[],
  locate: (folder: string) => Promise<string | undefined>,
): Promise<SessionFile> {
  const [folder] = folders
  const isName = /^[\w-]{1,128}$/.test(hint.sessionId)
  const named = hint.transcriptPath ?? (folder !== undefined && isName ? await locate(folder) : undefined)
  if (named === undefined) return { missing: 'the event names no transcript, and none of its session was found' }
  if (!isAbsolute(named) || !/\.jsonl?$/i.test(named)) return { refused: `${named} is no path of a transcript` }
  const path = await realpath(named).catch(() => undefined)
  if (path === undefined) return { missing: `nothing is at ${named}` }
  if (!(await liesIn(path, folders)))
    return { refused: `${named} lies outside the folder where ${engine} keeps its sessions` }
  const info = await stat(path).catch(() => undefined)
  if (info === undefined) return { missing: `nothing is at ${named}` }
  if (!info.isFile()) return { refused: `${named} is not a regular file` }
  // No engine makes hard links to its sessions: the other name may be in any folder.
  if (info.nlink > 1) return { refused: `${named} is a hard link: the same file has another name elsewhere` }
  if (info.size > MAX_BYTES) return { refused: `${named} is larger than 2 GiB` }
  return { path }
}

async function liesIn(path: string, folders: readonly string[]): Promise<boolean> {
  for (const folder of folders) {
    const real = await realpath(folder).catch(() => undefined)
    if (real !== undefined && path.startsWith(real.endsWith(sep) ? real : real + sep)) return true
  }
  return false
}
