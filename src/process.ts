import { readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'

/** This program: where it is installed and which version it is. */
export const program = {
  root: dirname(dirname(fileURLToPath(import.meta.url))),
  get version(): string {
    return (JSON.parse(readFileSync(`${program.root}/package.json`, 'utf8')) as { version: string }).version
  },
}

/** Whether a process of this machine lives; one that may not be signalled does. */
export function processIsAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
