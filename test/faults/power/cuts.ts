import { mkdtempSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { seededRandom } from '../../../src/domain/bandit.ts'
import { Disk, type Left, type NameKeeping, type WrittenBack } from './disk.ts'
import { Folders } from './folders.ts'
import { opened } from './opened.ts'
import { pointsOf } from './points.ts'
import type { Recording } from './recording.ts'
import { Recovery } from './recovered.ts'

/** How a series of cuts is made. */
export interface CutOptions {
  readonly names: NameKeeping
  readonly seed: number
  /** Calls before and after what begins and ends a checkpoint, at each of which the power is cut. */
  readonly window: number
  /** How many of the other calls. */
  readonly others: number
  /** After about how many of the cuts the program itself is started. */
  readonly starts: number
}

/** What a series of power cuts showed. */
export interface Cuts {
  readonly cuts: number
  /** Calls at which the power was cut, and all that changed a file, a name or what is kept. */
  readonly calls: { readonly cut: number; readonly all: number }
  /** Flushes of the database after pages of the log were written into it. */
  readonly checkpoints: number
  /** Acknowledged turns that were gone, at most, after one cut. */
  readonly mostLost: number
  /** Turns acknowledged since the last flush of the log or the database, at most: as many may be lost with `normal`. */
  readonly mostSinceFlush: number
  /** After how many cuts the program was started. */
  readonly starts: number
  /** What must not be, with the call and the kind of cut that show it. */
  readonly broken: readonly string[]
}

/**
 * Cuts the power at calls of a recorded process: with nothing on the disk but what was flushed, with everything, with a
 * beginning, and with any part of what was written since, the last write whole or torn.
 */
export async function cutPower({ home, durability, calls }: Recording, options: CutOptions): Promise<Cuts> {
  const shown = mkdtempSync(join(dirname(home.root), 'cuts-'))
  const known = new Map<string, number | string>()
  // Little differs from one cut to the next of those that leave everything.
  const [all, others] = ['all-', 'others-'].map((kind) => new Recovery(mkdtempSync(join(shown, kind)), known)) as [
    Recovery,
    Recovery,
  ]
  const folders = new Folders(home, durability)
  const [disk, random] = [new Disk(dirname(home.root), options.names), seededRandom(options.seed)]
  const acknowledged = { turns: 0, skills: new Set<string>(), events: new Set<string>(), revoked: new Set<string>() }
  const points = pointsOf(calls, home.database, options)
  const broken: string[] = []
  let [flushed, cuts, starts, mostLost, mostSinceFlush, checkpoints] = [0, 0, 0, 0, 0, 0]

  async function cut(by: number, back: WrittenBack): Promise<void> {
    cuts++
    const left = disk.after(back)
    const atLeast = durability === 'full' ? acknowledged.turns : flushed
    const faults = [
      ...turnsMissing(back.kind === 'until' && back.by === by ? all : others, left, atLeast),
      ...folders.faults(left, acknowledged),
    ]
    if (faults.length === 0 && random() < options.starts / points.cuts) {
      starts++
      faults.push(...(await opened(home, left, { durability, acknowledged, atLeast })))
    }
    broken.push(...faults.map((why) => `call ${by}, ${back.kind}, ${acknowledged.turns} acknowledged: ${why}`))
  }

  function turnsMissing(recovery: Recovery, left: Left, atLeast: number): string[] {
    const found = recovery.of(left, home.database)
    if (typeof found === 'string') return [found]
    mostLost = Math.max(mostLost, acknowledged.turns - found)
    if (found < atLeast) return [`${found} turns are there, and ${atLeast} are promised`]
    return found > acknowledged.turns + 1 ? [`${found} turns are there`] : []
  }

  for (const [by, call] of calls.entries()) {
    if (call.kind === 'said') {
      const [word, what = ''] = call.words.split(' ')
      if (word === 'ack') acknowledged.turns++
      else if (word === 'draft') acknowledged.skills.add(what)
      else if (word === 'event') acknowledged.events.add(what)
      // While it is revoked it is neither.
      else if (word === 'revoke') acknowledged.skills.delete(what)
      else if (word === 'revoked') acknowledged.revoked.add(what)
      mostSinceFlush = Math.max(mostSinceFlush, acknowledged.turns - flushed)
    } else {
      disk.do(call, by)
      if (call.kind === 'rename') folders.note(disk.now)
      if (call.kind === 'sync' && (call.path === home.database || call.path === `${home.database}-wal`)) {
        if (by > points.begin && call.path === home.database) checkpoints++
        flushed = acknowledged.turns
      }
    }
    if (!points.has(by)) continue
    // Between one sync and the next, what is certain stays the same.
    if (call.kind === 'said' || call.kind === 'sync') await cut(by, { kind: 'nothing' })
    await cut(by, { kind: 'until', by, torn: false })
    if (call.kind === 'write') await cut(by, { kind: 'until', by, torn: true })
    const first = disk.firstPending
    if (first === undefined) continue
    await cut(by, { kind: 'until', by: first + Math.floor(random() * (by - first + 1)), torn: random() < 0.5 })
    await cut(by, { kind: 'some', random, torn: false })
    await cut(by, { kind: 'some', random, torn: true })
  }
  rmSync(shown, { recursive: true })
  const of = { cut: points.size, all: calls.length - points.begin }
  return { cuts, calls: of, checkpoints, mostLost, mostSinceFlush, starts, broken }
}
