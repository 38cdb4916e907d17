import { statSync } from 'node:fs'
import { lockFile } from './place.ts'

/**
 * Says what a daemon has lost, or undefined while its data folder and its lock are the ones that it holds now. Without them
 * no command finds or stops it, and a second one may begin.
 */
export function groundOf(dataDir: string): () => string | undefined {
  const made = [dataDir, lockFile(dataDir)].map((path) => ({ path, number: numberOf(path) }))
  return () => {
    const lost = made.find(({ path, number }) => numberOf(path) !== number)
    return lost && `${lost.path} was deleted, moved or replaced`
  }
}

/** What a path leads to, as the system numbers it; undefined where there is nothing. */
export function numberOf(path: string): string | undefined {
  const found = statSync(path, { throwIfNoEntry: false })
  return found && `${found.dev}:${found.ino}`
}
