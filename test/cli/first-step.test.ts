import { expect, it } from 'vitest'
import { Home, REVIEW, removeHomes, turn } from './command-line.ts'

removeHomes()

const EMPTY = [['skills'], ['--skills-audit'], ['route', 'review it'], ['status']]

it.each(EMPTY)('says what to do next in an empty home: %s', async (...args) => {
  const home = new Home()
  const { code, stdout, stderr } = await home.run(args)
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(stdout).toContain(
    'Nothing was recorded yet: "wayland-core setup" connects your agents and reads their past sessions.\n',
  )
})

it('points at what is missing where turns were recorded, and none came back often enough', async () => {
  const home = new Home()
  await home.learn([turn(REVIEW, 'a')])
  expect((await home.run(['skills'])).stdout).toContain(
    '1 turn is recorded; "wayland-core status" says what a draft still needs.\n',
  )
})
