import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { Disk } from './disk.ts'
import { traced } from './trace.ts'

/** What a series of power cuts showed. */
export interface Cuts {
  readonly cuts: number
  /** Acknowledged turns that were gone, at most, after one cut. */
  readonly mostLost: number
  /** What must not be: a damaged database, a turn in part, or an older turn gone while a newer one is there. */
  readonly broken: readonly string[]
}

/**
 * Records turns in a process, then cuts the power at every call of its that changed a file: with none of what was not
 * flushed on the disk, with all of it, and with each beginning of it, whole and torn.
 */
export function cutPower(home: string, durability: 'normal' | 'full', turns: number): Cuts {
  const data = join(home, 'data')
  mkdirSync(data, { recursive: true, mode: 0o700 })
  const env = {
    ...process.env,
    HOME: home,
    WAYLAND_CONFIG_DIR: join(home, 'config'),
    WAYLAND_DATA_DIR: data,
    WAYLAND_STORAGE_DURABILITY: durability,
  }
  const args = ['--import', 'tsx', join(import.meta.dirname, 'acknowledge.ts'), String(turns)]
  const calls = traced(args, { env, log: join(home, 'trace'), below: join(data, 'wayland-core.db') })
  const disk = new Disk()
  const broken: string[] = []
  let [acknowledged, cuts, mostLost, begun] = [0, 0, 0, false]
  const cut = (pending: number, torn: boolean): void => {
    cuts++
    const found = recovered(home, disk.after(pending, torn))
    if (typeof found === 'string') broken.push(`after ${acknowledged} turns: ${found}`)
    else mostLost = Math.max(mostLost, acknowledged - found)
  }
  for (const call of calls) {
    if (call.kind === 'said') {
      begun ||= call.words === 'begin'
      if (call.words.startsWith('ack ')) acknowledged++
      if (begun) cut(0, false)
      continue
    }
    disk.do(call)
    if (!begun) continue
    cut(disk.pending, false)
    if (call.kind === 'write') cut(disk.pending, true)
    cut(0, false)
  }
  for (let n = 0; n <= disk.pending; n++) cut(n, false)
  return { cuts, mostLost, broken }
}

/** How many turns a database has after a cut, the first of them first; words where it is not sound or has gaps. */
function recovered(home: string, files: ReadonlyMap<string, Buffer>): number | string {
  const folder = mkdtempSync(join(home, 'cut-'))
  try {
    for (const [path, bytes] of files)
      if (/\.db(-wal|-journal)?$/.test(path)) writeFileSync(join(folder, basename(path)), bytes)
    const db = new Sqlite(join(folder, 'wayland-core.db'))
    try {
      const check = db.pragma('integrity_check(1)', { simple: true })
      if (check !== 'ok') return String(check)
      // The tables are made in one transaction: a cut before it was flushed leaves none, and a new beginning.
      if (db.pragma('user_version', { simple: true }) === 0) return 0
      const ids = db.prepare<[], string>('SELECT prompt_id FROM turns ORDER BY id').pluck().all()
      const gap = ids.findIndex((id, n) => id !== `p${n}`)
      if (gap !== -1) return `turn ${gap} is gone, and ${ids[gap]} is there`
      const counted = db
        .prepare<[], number>('SELECT count(*) FROM turns WHERE id NOT IN (SELECT turn_id FROM group_requests)')
        .pluck()
        .get()
      return counted === 0 ? ids.length : `${counted} turns are in no streak`
    } finally {
      db.close()
    }
  } catch (error) {
    return (error as Error).message
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
