import { closeSync, existsSync, openSync } from 'node:fs'

/**
 * Creates an empty file that only this user may read, if none is there. An existing one is not opened: closing a file releases
 * every lock that this process holds on it, those of other connections included.
 */
export function makeFile(file: string): void {
  if (!existsSync(file)) closeSync(openSync(file, 'a', 0o600))
}
