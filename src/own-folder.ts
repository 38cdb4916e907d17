import { statSync } from 'node:fs'

/**
 * Why a folder, or a file, must not hold what is this user's alone: it belongs to another user, or others may write there.
 * Undefined where it is fine, is not there yet, or the platform has no such rights.
 */
export function whyForeign(path: string, uid: number | undefined = process.getuid?.()): string | undefined {
  const info = uid === undefined ? undefined : statSync(path, { throwIfNoEntry: false })
  if (info === undefined) return undefined
  if (info.uid !== uid && info.uid !== 0) return `${path} belongs to another user (number ${info.uid})`
  return (info.mode & OTHERS_WRITE) === 0 ? undefined : `other users may write in ${path}`
}

const OTHERS_WRITE = 0o022
