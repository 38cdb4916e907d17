import { lstatSync, type Stats, statSync } from 'node:fs'

/**
 * Why a folder, or a file, must not hold what is this user's alone: it belongs to another user, or others may write there,
 * or it is a link that another user may point elsewhere. Undefined where it is fine, is not there yet, or the platform has
 * no such rights.
 */
export function whyForeign(path: string, uid: number | undefined = process.getuid?.()): string | undefined {
  if (uid === undefined) return undefined
  const [link, there] = [statOf(path, lstatSync), statOf(path, statSync)]
  const owner = [link, there].find((info) => info !== undefined && info.uid !== uid && info.uid !== 0)?.uid
  if (owner !== undefined) return `${path} belongs to another user (number ${owner})`
  return there === undefined || (there.mode & OTHERS_WRITE) === 0 ? undefined : `other users may write in ${path}`
}

const OTHERS_WRITE = 0o022

/** Undefined also where the path cannot be looked at, such as below a file: its use then fails with a reason of its own. */
function statOf(path: string, look: typeof lstatSync | typeof statSync): Stats | undefined {
  try {
    return look(path, { throwIfNoEntry: false })
  } catch {
    return undefined
  }
}
