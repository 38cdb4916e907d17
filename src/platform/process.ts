import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Folder and version of the installed program. */
export const program = {
  get root(): string {
    return packageFolder(import.meta.filename)
  },
  /** The file that starts the command line. */
  get main(): string {
    return join(program.root, 'dist', 'cli', 'main.js')
  },
  get version(): string {
    return (JSON.parse(readFileSync(`${program.root}/package.json`, 'utf8')) as { version: string }).version
  },
}

/** The nearest parent folder with a package.json; the build may put this file at any depth. */
function packageFolder(file: string): string {
  const folder = dirname(file)
  return existsSync(join(folder, 'package.json')) || folder === dirname(folder) ? folder : packageFolder(folder)
}

/** Whether a process of this machine is alive; one that may not be signalled counts as alive. */
export function processIsAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
