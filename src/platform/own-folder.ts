import { lstatSync, type Stats, statSync } from 'node:fs'
import { isAbsolute } from 'node:path'

/**
 * Why a folder or file is unsafe for this user's data: another user owns it or may write to it, or it is a link that
 * another user can change. Undefined if it is safe, missing, or the platform has no such permissions.
 */
export function whyForeign(path: string, uid: number | undefined = process.getuid?.()): string | undefined {
  for (const look of [lstatSync, statSync]) {
    const why = whyOthers(statOf(path, look), path, uid)
    if (why !== undefined) return why
  }
  return undefined
}

/** The same of a file or folder that was looked at, such as by its descriptor. */
export function whyOthers(
  info: Stats | undefined,
  path: string,
  uid: number | undefined = process.getuid?.(),
): string | undefined {
  if (uid === undefined || info === undefined) return undefined
  if (info.uid !== uid && info.uid !== 0) return `${path} belongs to another user (number ${info.uid})`
  return info.isSymbolicLink() || !letsOthersWrite(info, uid) ? undefined : `other users may write in ${path}`
}

/** Whether others than a user may write. Nobody else is in the group that many systems give each user, with its number. */
function letsOthersWrite({ mode, gid }: Stats, uid: number): boolean {
  const isOwnGroup = uid !== 0 && gid === uid
  return (mode & (isOwnGroup ? 0o002 : 0o022)) !== 0
}

/** Undefined also if the path cannot be examined, for example below a file: its use then fails with its own error. */
function statOf(path: string, look: typeof lstatSync | typeof statSync): Stats | undefined {
  try {
    return look(path, { throwIfNoEntry: false })
  } catch {
    return undefined
  }
}

/** An absolute path from a variable; undefined if empty or relative (the XDG specification ignores those). */
export const absolute = (path: string | undefined): string | undefined =>
  path !== undefined && isAbsolute(path) ? path : undefined
