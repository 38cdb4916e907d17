import { type Stats, statSync } from 'node:fs'

/**
 * Why a folder, or a file, must not hold what is this user's alone: it belongs to another user, or others may write there.
 * Undefined where it is fine, is not there yet, or the platform has no such rights.
 */
export function whyForeign(path: string, uid: number | undefined = process.getuid?.()): string | undefined {
  const info = uid === undefined ? undefined : statOf(path)
  if (info === undefined) return undefined
  if (info.uid !== uid && info.uid !== 0) return `${path} belongs to another user (number ${info.uid})`
  return (info.mode & OTHERS_WRITE) === 0 ? undefined : `other users may write in ${path}`
}

const OTHERS_WRITE = 0o022

/** Undefined also where the path cannot be looked at, such as below a file: its use then fails with a reason of its own. */
function statOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false })
  } catch {
    return undefined
  }
}
