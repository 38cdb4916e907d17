import { join } from 'node:path'
import type { OpenOptions } from '../../../src/store/sqlite/open.ts'
import { scratch } from '../../scratch.ts'

export const MIGRATIONS = new URL('../../../migrations', import.meta.url).pathname

/** What opens a database in a folder of this test's own; `repairs` collects what is said of repairs. */
export function options(changed: Partial<OpenOptions> = {}): OpenOptions & { readonly repairs: string[] } {
  const repairs: string[] = []
  return {
    file: join(scratch(), 'data', 'wayland-core.db'),
    migrations: MIGRATIONS,
    program: '1.2.3',
    busyTimeout: 5_000,
    asideName: (file) => `${file}.damaged`,
    onRepair: (what) => repairs.push(what),
    ...changed,
    repairs,
  }
}
