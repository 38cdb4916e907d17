import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { times } from '../long.ts'
import { HAPPENINGS, type Happening } from './happenings.ts'
import { Life } from './life.ts'

const LIVES = times(12, 1000)
/** Another number for other lives. */
const SEED = Number(process.env.WAYLAND_LIVES_SEED ?? 4)

/** What a life needs most comes most often, so that moves find something to move. */
const happening: fc.Arbitrary<Happening & { readonly looked: boolean }> = fc.record({
  what: fc.oneof(
    { weight: 8, arbitrary: fc.constant('draft' as const) },
    { weight: 4, arbitrary: fc.constantFrom('promote' as const, 'accept' as const, 'restore' as const) },
    { weight: 2, arbitrary: fc.constant('rollback' as const) },
    { weight: 12, arbitrary: fc.constantFrom(...HAPPENINGS) },
  ),
  at: fc.constantFrom(0, 0, 0, 1),
  pick: fc.nat(30),
  looked: fc.boolean(),
})

it('whatever happens to skills: nothing of a person is lost, folders are what rows say, revoked stays revoked, the ledger tells it all', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(happening, { minLength: 4, maxLength: 40, size: 'max' }), async (happenings) => {
      const root = mkdtempSync(join(tmpdir(), 'wayland-life-'))
      const life = new Life(root)
      try {
        for (const [i, { looked, ...one }] of happenings.entries()) {
          await life.happen(one)
          if (looked || i === happenings.length - 1) expect(await life.faults()).toEqual([])
        }
      } finally {
        await life.close()
        rmSync(root, { recursive: true, force: true })
        rmSync(`${root}.backup`, { force: true })
      }
    }),
    { seed: SEED, numRuns: LIVES, endOnFailure: false },
  )
}, 3_600_000)
