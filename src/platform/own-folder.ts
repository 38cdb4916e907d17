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
  return there === undefined || (there.mode & OTHERS_WRITE) === 0 ? undefined : `other users may write in ${path}`
}

const OTHERS_WRITE = 0o022

/** Undefined also if the path cannot be examined, for example below a file: its use then fails with its own error. */
function statOf(path: string, look: typeof lstatSync | typeof statSync): Stats | undefined {
  try {
    return look(path, { throwIfNoEntry: false })
  } catch {
    return undefined
  }
}
