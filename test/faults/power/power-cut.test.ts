import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type CutOptions, cutPower } from './cuts.ts'
import { type Recording, recorded } from './recording.ts'
import type { Call } from './strace-line.ts'
import { canTrace } from './trace.ts'

const FEW: CutOptions = { names: 'journal', seed: 1, window: 0, others: 120, starts: 2 }

// Without strace, or where a process may not be traced, there is no way to say what is flushed when.
describe.runIf(canTrace())('a power cut at any call that changes the database, skills or events', () => {
  const root = mkdtempSync(join(tmpdir(), 'wayland-test-'))
  let full: Recording

  beforeAll(() => {
    full = recorded(join(root, 'full'), 'full', 5)
  })
  afterAll(() => rmSync(root, { recursive: true, force: true }))

  it.each(['journal', 'folders'] as const)('loses nothing acknowledged with durability full: %s', async (names) => {
    const found = await cutPower(full, { ...FEW, names })
    expect(found).toMatchObject({ mostLost: 0, broken: [] })
    expect(found.cuts).toBeGreaterThan(200)
  })

  it('loses the newest turns alone, each whole, with normal, and no version of a second copy', async () => {
    const normal = recorded(join(root, 'normal'), 'normal', 5)
    const copied = normal.calls.findIndex((call) => call.kind === 'rename' && /second\/skills\/auto\//.test(call.to))
    const before = normal.calls.slice(0, copied)
    const kept = before.findLast((call) => call.kind === 'sync' && call.path.endsWith('-wal'))
    const written = before.findLastIndex((call) => call.kind === 'write' && call.path.endsWith('-wal'))
    expect(kept).toMatchObject({ from: expect.any(Number) })
    expect(kept?.kind === 'sync' && kept.from).toBeGreaterThan(written)
    const found = await cutPower(normal, FEW)
    expect(found.broken).toEqual([])
    expect(found.mostLost).toBeGreaterThan(0)
    expect(found.mostLost).toBeLessThanOrEqual(found.mostSinceFlush)
  })

  it.each<[string, RegExp, (call: Call) => boolean]>([
    ['the log of the database', /\d turns are there, and \d are promised/, isSync(/-wal$/)],
    ['the names of skills', /the folder of \S+ is gone/, isSync(/\/skills$/)],
    ['the files of a skill', /the folder of \S+ is not whole/, isSync(/\.md$/)],
    ['an event', /the event \S+ is gone, or not whole/, isSync(/\.tmp$/)],
  ])('is noticed where %s would not be flushed', async (_, fault, isLeftOut) => {
    const calls = full.calls.map((call) => (isLeftOut(call) ? NOTHING : call))
    const { broken } = await cutPower({ ...full, calls }, { ...FEW, names: 'folders', starts: 0 })
    expect(broken.join('\n')).toMatch(fault)
  })
})

const isSync =
  (paths: RegExp) =>
  (call: Call): boolean =>
    call.kind === 'sync' && paths.test(call.path)

/** In place of a call that is left out, so that the others keep their numbers. */
const NOTHING: Call = { kind: 'sync', path: '', from: 0, dataOnly: true }
