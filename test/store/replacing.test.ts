import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { scratch } from '../scratch.ts'

/** How many more changes of names are made before the next one fails. */
let left = Number.POSITIVE_INFINITY
vi.mock('node:fs', async (original) => {
  const fs = await original<typeof import('node:fs')>()
  const counted =
    <A extends unknown[], R>(work: (...args: A) => R) =>
    (...args: A): R => {
      if (left-- <= 0) throw new Error('killed')
      return work(...args)
    }
  return { ...fs, renameSync: counted(fs.renameSync), rmSync: counted(fs.rmSync) }
})

// Files share a process: the module may have been loaded with the names as they are.
vi.resetModules()
const { finishReplacing, replaceAll } = await import('../../src/store/replacing.ts')

function home() {
  const root = scratch()
  const at = (name: string) => join(root, name)
  mkdirSync(at('ready'))
  for (const name of ['a', 'b', 'c']) writeFileSync(at(`ready/${name}`), 'new')
  for (const name of ['a', 'b', 'b-wal']) writeFileSync(at(name), 'old')
  const steps = ['a', 'b', 'c'].map((name) => ({
    ready: at(`ready/${name}`),
    path: at(name),
    kept: at(`${name}.kept`),
    with: ['-wal'],
  }))
  const seen = () =>
    Object.fromEntries(
      readdirSync(root)
        .filter((name) => name !== 'ready' && !name.endsWith('.lock'))
        .map((name) => [name, readFileSync(at(name), 'utf8')]),
    )
  return {
    note: at('note.json'),
    lock: at('a.lock'),
    plan: { steps, rest: [at('ready')] },
    seen,
    isReady: () => existsSync(at('ready')),
  }
}

const DONE = { a: 'new', b: 'new', c: 'new', 'a.kept': 'old', 'b.kept': 'old', 'b.kept-wal': 'old' }

it('replaces all and keeps what was there, with what belongs to it', async () => {
  const { note, lock, plan, seen, isReady } = home()
  await replaceAll(note, lock, plan)
  expect([seen(), isReady()]).toEqual([DONE, false])
  expect(await finishReplacing(note, lock)).toBe(false)
})

it('is finished by the next one, wherever it was interrupted, and however often', async () => {
  for (let interrupted = 0; interrupted < 12; interrupted++) {
    const { note, lock, plan, seen } = home()
    left = interrupted
    const told = await replaceAll(note, lock, plan).catch(() => 'failed')
    expect(told === 'failed').toBe(existsSync(note))
    left = 1
    await finishReplacing(note, lock).catch(() => {})
    left = Number.POSITIVE_INFINITY
    await finishReplacing(note, lock)
    expect(seen()).toEqual(DONE)
  }
})

it('keeps what another process made anew in between, too', async () => {
  const { note, lock, plan, seen } = home()
  left = 3
  await replaceAll(note, lock, plan).catch(() => {})
  left = Number.POSITIVE_INFINITY
  writeFileSync(plan.steps[1]?.path ?? '', 'made anew')
  await finishReplacing(note, lock)
  expect(seen()).toMatchObject({ a: 'new', b: 'new', c: 'new', 'b.kept': 'old', 'b.kept-2': 'made anew' })
})
