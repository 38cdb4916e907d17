import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { LiftTally, liftReport } from '../../../src/domain/lift/lift.ts'
import { liftPicture } from '../../../src/domain/lift/picture.ts'

it('has no part of its frame that stays light on a dark page', () => {
  const css = readFileSync(join(import.meta.dirname, '..', '..', '..', 'src', 'ui', 'page.css'), 'utf8')
  const drawn = liftPicture(liftReport(new LiftTally()))
  const classes = new Set([...drawn.matchAll(/ class="([^"]*)"/g)].map(([, name]) => name))
  expect([...classes].sort()).toEqual(['grid', 'ground', 'soft', 'zero'])
  for (const name of classes) expect(css).toContain(`.picture .${name} {`)
  // Colours of the frame that no class changes.
  const fixed = [...drawn.matchAll(/<(?:rect|line|text)(?![^>]*class)[^>]*?(?:fill|stroke)="(#[^"]*)"/g)].map(
    ([, c]) => c,
  )
  expect(fixed.filter((colour) => ['#fff', '#57606a', '#24292f', '#e1e4e8'].includes(colour!))).toEqual([])
})
