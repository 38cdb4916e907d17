import { join } from 'node:path'
import type { Config } from '../config/config.ts'
import type { CopyPlace } from '../service/catalogue/second-copies.ts'
import { removeCopy, sweepCopies, writeCopy } from '../store/second-copy.ts'

/** Names of drafts: only drafts have second copies. */
const DRAFTED = /^auto-[a-z0-9-]+$/

/**
 * The folder of second copies of drafts: `$WAYLAND_HOME/skills/auto/<signature>/SKILL.md`; undefined without
 * WAYLAND_HOME.
 */
export function secondCopyFolder({ home }: Config): CopyPlace | undefined {
  if (home === null) return undefined
  const copies = join(home, 'skills', 'auto')
  const parts = join(copies, '.parts')
  sweepCopies(parts)
  const fileOf = (name: string): string => join(copies, name.replace(/^auto-/, ''), 'SKILL.md')
  return {
    write: async (name, text, ours) => {
      if (DRAFTED.test(name)) await writeCopy(fileOf(name), text, parts, ours)
    },
    remove: async (name, ours) => {
      if (DRAFTED.test(name)) await removeCopy(fileOf(name), ours)
    },
  }
}
