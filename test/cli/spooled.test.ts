import { existsSync, mkdirSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { CWD, claudeCode, review } from '../path/engines/agents.ts'
import { AgentHome } from '../path/engines/hooks.ts'

const DRAFT = 'auto-branch-changes-review'

/** A home in which hooks of three sessions left what makes a draft. */
async function hooked(): Promise<AgentHome> {
  const home = new AgentHome()
  for (const session of ['s1', 's2', 's3']) await home.session(claudeCode, review(session))
  expect(waiting(home)).toBeGreaterThan(0)
  return home
}

const waiting = ({ data }: AgentHome): number =>
  readdirSync(join(data, 'spool')).filter((name) => name.endsWith('.json')).length

it.each([
  [['skills']],
  [['show', DRAFT]],
  [['status']],
  [['--skills-audit']],
  [['route', 'review the changes on the branch', '--project', CWD]],
] as const)('reads what hooks left before it answers, without a daemon: %j', async (args) => {
  const home = await hooked()
  // One command reads for a second, which a machine with much to do may need for less than all.
  let before = 0
  await home.until(async () => {
    before = waiting(home)
    const { code, stdout, stderr } = await home.run([...args])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    return stdout.includes(DRAFT)
  })
  expect(before).toBeGreaterThan(0)
})

it('leaves it to the daemon where one runs, and with the switch off', async () => {
  const home = await hooked()
  const off = await home.run(['skills'], { env: { WAYLAND_SKILLS: 'off' } })
  expect(off.stdout).not.toContain(DRAFT)
  expect(existsSync(home.database) ? await home.recorded() : 0).toBe(0)
  await home.daemon()
  await home.until(async () => (await home.run(['skills'])).stdout.includes(DRAFT))
})

it('is not hindered by a spool that cannot be read, and status says so', async () => {
  const home = await hooked()
  await home.until(async () => (await home.run(['skills'])).stdout.includes(DRAFT))
  const spool = join(home.data, 'spool')
  rmSync(spool, { recursive: true })
  symlinkSync(spool, spool)
  for (const args of [['skills'], ['show', DRAFT], ['--skills-audit']]) {
    const { code, stdout, stderr } = await home.run(args)
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toContain(DRAFT)
  }
  expect((await home.run(['status'])).stdout).toMatch(/^events waiting +.*ELOOP/m)
  rmSync(spool)
  mkdirSync(spool)
  expect((await home.run(['status'])).stdout).not.toContain('events waiting')
})
