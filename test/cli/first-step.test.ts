import { expect, it } from 'vitest'
import { Home, REVIEW, turn } from './command-line.ts'

const EMPTY = [['skills'], ['--skills-audit'], ['route', 'review it'], ['status']]

it.each(EMPTY)('says what to do next in an empty home: %s', async (...args) => {
  const home = new Home()
  const { code, stdout, stderr } = await home.run(args)
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(stdout).toContain(
    'Nothing was recorded yet: "wayland-core setup" connects your agents and reads their past sessions.\n',
  )
})

it('asks for a session, not for setup again, where an agent is connected and nothing was recorded yet', async () => {
  const home = new Home()
  await home.run(['install', 'claude-code'])
  for (const args of [[], ['route', 'review it']]) {
    const { stdout } = await home.run(args)
    expect(stdout).toMatch(/Nothing was recorded yet: start a session of Claude Code;\s"wayland-core doctor"/)
    expect(stdout).not.toContain('wayland-core setup')
  }
})

it('points at what is missing where turns were recorded, and none came back often enough', async () => {
  const home = new Home()
  await home.learn([turn(REVIEW, 'a')])
  expect((await home.run(['skills'])).stdout).toContain(
    '1 turn is recorded; "wayland-core status" says what a draft still needs.\n',
  )
})
