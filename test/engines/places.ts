import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Place, Program } from '../../src/connect/agent-settings.ts'
import { engineFolders } from '../../src/engines/folders.ts'
import { type Journal, openJournal } from '../../src/engines/journal.ts'
import { scratch } from '../scratch.ts'

/** A program at a path that a shell would take apart. */
export const PROGRAM: Program = {
  node: '/opt/my node/$v"20`/bin/node',
  main: "/home/u/it's a \\ path/dist/cli/main.js",
  platform: 'linux',
}

/** A home and a project of this test's own. */
export function places(): {
  readonly home: string
  readonly user: Place
  readonly project: Place
  readonly journal: Journal
} {
  const root = scratch()
  const [home, dir] = [join(root, 'home'), join(root, 'project')]
  mkdirSync(home)
  mkdirSync(dir)
  return {
    home,
    user: { scope: 'user', folders: engineFolders(home, {}) },
    project: { scope: 'project', dir },
    journal: openJournal(join(root, 'data')),
  }
}
