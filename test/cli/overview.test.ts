import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { Home, REVIEW, turn } from './command-line.ts'

const COMMAND = /(?<= {2})wayland-core .+$/gm
const README = join(import.meta.dirname, '..', '..', 'README.md')

/** What a screen of 80 columns can hold. */
function insistOnOneScreen(stdout: string): void {
  const lines = stdout.trimEnd().split('\n')
  expect(lines.length).toBeLessThanOrEqual(20)
  expect(lines.filter((line) => [...line].length > 80 && !line.endsWith(README))).toEqual([])
}

it('says how to begin where nothing was recorded, and where the rest is', async () => {
  const { code, stdout, stderr } = await new Home().run([])
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  insistOnOneScreen(stdout)
  expect(stdout).toContain(README)
  expect(stdout.match(COMMAND)).toEqual(['wayland-core setup', 'wayland-core demo', 'wayland-core help'])
})

it('shows what is new, what waits and what the skills did this week, each with its command', async () => {
  const home = new Home()
  await home.learn(['a', 'b', 'c'].map((id) => turn(REVIEW, id)))
  const { code, stdout, stderr } = await home.run([])
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  insistOnOneScreen(stdout)
  expect(stdout).toMatch(/^3 turns recorded, the last on \d{4}-\d\d-\d\d; 0 skills kept\.$/m)
  expect(stdout).toContain('New this week: auto-branch-changes-review\n')
  expect(stdout).toMatch(/1 draft to keep or drop +wayland-core ui$/m)
  expect(stdout).toContain('This week no agent has asked for a skill; "wayland-core setup" connects yours.')
  expect((await home.run(['install', 'claude-code'])).code).toBe(0)
  expect((await home.run([])).stdout).toContain('This week no prompt of Claude Code came;')
})

it('counts what the skills that were offered this week came to', async () => {
  const home = new Home()
  await home.learn(['a', 'b', 'c'].map((id) => turn(REVIEW, id)))
  const { json } = await home.run(['route', REVIEW, '--session', 's', '--prompt', 'p', '--json'])
  const week = async () =>
    /^This week [\s\S]+?\.\n\n/m
      .exec((await home.run([])).stdout)?.[0]
      .trim()
      .replace('\n', ' ')
  expect(await week()).toBe('This week a skill was offered at 1 of 1 prompt; no run read it.')
  expect((await home.run(['reward', json<{ decision_id: string }>().decision_id, 'success'])).code).toBe(0)
  expect(await week()).toBe(
    'This week a skill was offered at 1 of 1 prompt. Of 1 run that read it 1 worked, 0 failed, 0 not sure.',
  )
})

it('names commands that work when pasted, in a home where nothing is yet', async () => {
  const home = new Home()
  const { stdout } = await home.run([])
  for (const command of stdout.match(COMMAND) ?? []) {
    const { code, stderr } = await home.run(command.split(' ').slice(1))
    expect({ command, code, stderr }).toEqual({ command, code: 0, stderr: '' })
  }
})

it('says that it cannot show what was learned where the configuration cannot be read', async () => {
  const home = new Home()
  mkdirSync(join(home.config, 'wayland-core'), { recursive: true })
  writeFileSync(join(home.config, 'wayland-core', 'config.json'), 'nonsense')
  const { code, stdout } = await home.run([])
  expect(code).toBe(0)
  expect(stdout).toMatch(/^What was learned cannot be shown \(.*is not JSON.*\): "wayland-core doctor" says more\.$/m)
})

it('counts a rule that was just voiced, before the rules were asked for', async () => {
  const said = { user_input: 'never use grep on json output', outcome: 'success', session_id: 's', prompt_id: 'p' }
  const home = new Home()
  await home.learn([said])
  expect((await home.run([])).stdout).toMatch(/1 rule that you ask for in general/)
  const other = new Home()
  await other.learn([said])
  expect((await other.run(['status'])).stdout).toMatch(/^rules heard +1;/m)
})
