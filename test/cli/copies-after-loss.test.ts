import { cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { Home } from './command-line.ts'

/** A home whose promoted skill has a copy among Claude Code's skills. */
async function copied() {
  const home = new Home()
  const skill = await home.draft()
  await home.run(['install', 'claude-code'])
  await home.run(['--skills-promote', skill])
  const copy = join(home.root, '.claude', 'skills', skill)
  expect(existsSync(join(copy, 'SKILL.md'))).toBe(true)
  return { home, skill, copy }
}

/** The same, revoked while nothing could be moved out of the agent's folder, so that the copy is still there. */
async function leftBehind() {
  const { home, skill, copy } = await copied()
  const inTheWay = join(home.root, '.claude', '.wayland-core')
  writeFileSync(inTheWay, 'a file where copies are taken down')
  expect((await home.run(['--skills-revoke', skill])).stderr).toContain(`${copy} is failed`)
  expect(existsSync(copy)).toBe(true)
  rmSync(inTheWay)
  return { home, skill, copy }
}

const LOSSES: readonly (readonly [string, (home: Home) => void])[] = [
  [
    'the database',
    ({ database }) => {
      for (const end of ['', '-wal', '-shm']) rmSync(database + end, { force: true })
    },
  ],
  [
    'a sound database: its file holds something else',
    ({ database }) => writeFileSync(database, 'no database'.repeat(999)),
  ],
  ['the data folder', ({ data }) => rmSync(data, { recursive: true })],
]

describe.each(LOSSES)('after a home lost %s', (_, lose) => {
  it('the next look withdraws a copy of a revoked skill that could not be withdrawn then', async () => {
    const { home, copy } = await leftBehind()
    lose(home)
    const { stderr } = await home.run(['skills'])
    expect(stderr).toContain(`${copy} is withdrawn`)
    expect(existsSync(copy)).toBe(false)
    expect((await home.run(['check'])).stdout).not.toContain(copy)
  })

  it('a copy of an active skill is still one of ours, and goes when the skill is revoked', async () => {
    const { home, skill, copy } = await copied()
    lose(home)
    expect((await home.run(['sync', '--json'])).json()).toMatchObject({ copies: [{ path: copy, status: 'current' }] })
    await home.run(['--skills-revoke', skill])
    expect(existsSync(copy)).toBe(false)
  })

  it('check and doctor name a copy of a revoked skill that was put back by hand, and nobody adopts it', async () => {
    const { home, skill, copy } = await copied()
    cpSync(copy, join(home.root, 'aside'), { recursive: true })
    await home.run(['--skills-revoke', skill])
    cpSync(join(home.root, 'aside'), copy, { recursive: true })
    lose(home)
    await home.run(['sync'])
    const named = `${copy} is a copy of "${skill}", which is revoked`
    expect((await home.run(['check'])).stdout).toContain(named)
    expect((await home.run(['doctor'])).stdout).toContain(named)
    expect((await home.run(['show', skill, '--json'])).json()).toMatchObject({ status: 'revoked' })
    rmSync(copy, { recursive: true })
    expect((await home.run(['check'])).stdout).not.toContain(copy)
  })
})

it("a person's own skill that has the name of a revoked one is not called a copy of it", async () => {
  const { home, skill, copy } = await copied()
  await home.run(['--skills-revoke', skill])
  mkdirSync(copy, { recursive: true })
  writeFileSync(join(copy, 'SKILL.md'), `---\nname: ${skill}\ndescription: My own\n---\n\nRead it.\n`)
  expect((await home.run(['check'])).code).toBe(0)
})
