import { lstatSync, type Stats, statSync } from 'node:fs'

/**
 * Why a folder or file is unsafe for this user's data: another user owns it or may write to it, or it is a link that
 * another user can change. Undefined if it is safe, missing, or the platform has no such permissions.
 */
export function whyForeign(path: string, uid: number | undefined = process.getuid?.()): string | undefined {
  if (uid === undefined) return undefined
  const [link, there] = [statOf(path, lstatSync), statOf(path, statSync)]
  const owner = [link, there].find((info) => info !== undefined && info.uid !== uid && info.uid !== 0)?.uid
  if (owner !== undefined) return `${path} belongs to another user (number ${owner})`
  return there === undefined || !letsOthersWrite(there, uid) ? undefined : `other users may write in ${path}`
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
