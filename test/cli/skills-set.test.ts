import { expect, it } from 'vitest'
import { Home } from './command-line.ts'
import { expectRefusal } from './refusal.ts'

it('an undo of a skill takes its newest move back, and says what is as it was', async () => {
  const home = new Home()
  const name = await home.promoted()
  await home.move(name, 'pin')
  const undone = await home.run(['skills', 'undo', name])
  expect(undone.stdout).toMatch(new RegExp(`^"${name}" is active \\(was pinned\\), version 0.1.1\nIts files are in `))
  await home.run(['skills', 'set', name, 'kept'])
  expect((await home.run(['skills', 'undo', name])).code).toBe(0)
  await home.move(name, 'archive')
  expect((await home.run(['skills', 'undo', name, '--json'])).json()).toMatchObject({ status: 'active' })
})

it('a skill is set to what there is, and the word that was meant is named', async () => {
  const home = new Home()
  const name = await home.promoted()
  const mistyped = await home.run(['skills', 'set', name, 'pined'])
  expect([mistyped.code, mistyped.stderr]).toEqual([
    2,
    expect.stringMatching(/not "pined"\nTry: Did you mean .* pinned/),
  ])
  expectRefusal(await home.run(['skills', 'set', name, 'kept', '1']), 2, /does not take "1" there/)
  expectRefusal(await home.run(['skills', 'set', name]), 2, /skills set needs <id> accepted\|rejected/)
})
