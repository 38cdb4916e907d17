import { mkdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type Home, homeAt } from '../home.ts'
import type { Call } from './strace-line.ts'
import { traced } from './trace.ts'

/** What a process did to the files of a home that is gone since. */
export interface Recording {
  readonly home: Home
  readonly durability: 'normal' | 'full'
  readonly calls: readonly Call[]
}

/** Records turns, drafts and events in a new home below a folder, with what strace sees of it. */
export function recorded(root: string, durability: 'normal' | 'full', turns: number): Recording {
  const home = homeAt(join(root, 'home'))
  const args = ['--import', 'tsx', join(import.meta.dirname, 'acknowledge.ts'), home.root, String(turns), durability]
  const log = join(root, 'trace')
  mkdirSync(dirname(log), { recursive: true })
  try {
    const calls = traced(args, { env: { ...process.env, HOME: home.second }, log, below: home.root })
    return { home, durability, calls }
  } finally {
    rmSync(log, { force: true })
    rmSync(home.root, { recursive: true, force: true })
  }
}
