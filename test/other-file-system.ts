import { existsSync, statSync } from 'node:fs'

/** A folder that lies on another file system than this one; undefined where there is none. */
export function otherFileSystem(folder: string): string | undefined {
  const { dev } = statSync(folder)
  return ['/dev/shm', '/tmp', '/var/tmp'].find((other) => existsSync(other) && statSync(other).dev !== dev)
}
