import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { drafted, Home, REVIEW_SKILL } from '../service/home.ts'
import { place } from '../store/skill-folders.ts'

it('deletes a replaced copy that could not be deleted when it was replaced with the next start', async () => {
  const home = new Home()
  const env = { HOME: home.root }
  const loop = await home.open({ env, settings: { 'export.engines': ['claude-code'] } })
  await drafted(loop)
  await loop.move(REVIEW_SKILL, 'promote')
  const staging = join(home.root, '.claude', '.wayland-core')
  const replaced = (id: string) => place(join(staging, `${REVIEW_SKILL}~new~999999999~${id}`), 'SKILL.md', 'replaced')
  const told: string[] = []
  const open = () =>
    home.open({
      env,
      settings: { 'export.engines': ['claude-code'] },
      onEvent: (event) => {
        if (event.kind !== 'repaired') return
        told.push(event.what)
        // What stands there from now on is as if its deletion had failed.
        if (told.length === 1) replaced('b')
      },
    })
  const second = await open()
  expect(told).toEqual([])
  replaced('a')
  await second.sync()
  expect([existsSync(staging), told]).toEqual([true, [expect.stringContaining('an interrupted write of')]])
  await second[Symbol.asyncDispose]()
  await open()
  expect([existsSync(staging), told.length]).toEqual([false, 2])
  await open()
  expect(told).toHaveLength(2)
})
