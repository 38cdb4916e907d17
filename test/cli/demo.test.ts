import { once } from 'node:events'
import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { finished, Home } from './command-line.ts'

/** A home whose temporary folder is its own, so that leftovers are seen. */
function homeWithTemp(): { home: Home; env: Record<string, string>; temp: string } {
  const home = new Home()
  const temp = join(home.root, 'tmp')
  mkdirSync(temp)
  return { home, temp, env: { TMPDIR: temp } }
}

/** What is left in a folder for temporary files, but for the code that Node 22.8 and newer keeps there for its next start. */
const leftIn = (temp: string) => readdirSync(temp).filter((name) => name !== 'node-compile-cache')

it('shows turns, streaks, drafts with evidence, SKILL.md, a restart, the pick with its hint, and the audit', async () => {
  const { home, temp, env } = homeWithTemp()
  const { code, stdout, stderr } = await home.run(['demo'], { env })
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  const parts = [
    /composed around real requests/,
    /\d+ turns are read/,
    /request +signature +streak/,
    /branch-changes-review +3 +drafted: auto-branch-changes-review/,
    /auto-branch-changes-review, from 3 turns:\n {2}- /,
    /SKILL\.md\n {2}\| ---\n {2}\| name: auto-/,
    /A restart/,
    /\[wayland-core\] A skill may fit this task: "auto-branch-changes-review"/,
    /candidate auto-branch-changes-review: relevance 0\.\d\d/,
    /credited to auto-branch-changes-review/,
    /no skill is offered \(below_threshold\)/,
    /# Skills audit/,
    /\| auto-branch-changes-review \|/,
  ]
  let from = 0
  for (const part of parts) {
    const at = stdout.slice(from).search(part)
    expect(at, String(part)).toBeGreaterThanOrEqual(0)
    from += at
  }
  expect(leftIn(temp)).toEqual([])
  expect(readdirSync(home.root).sort()).toEqual(['tmp', 'work'])
})

it('is driven by the loop: another threshold gives other drafts, a seed replays', async () => {
  const { home, env } = homeWithTemp()
  interface Played {
    readonly turns: readonly unknown[]
    readonly drafts: readonly { readonly name: string }[]
    readonly decisions: readonly { readonly pick: { readonly skill: string } | null }[]
  }
  const play = async (...args: string[]) =>
    (await home.run(['demo', '--json', '--seed', '7', ...args], { env })).json<Played>()
  const usual = await play()
  expect(Object.keys(usual)).toEqual(['turns', 'drafts', 'decisions', 'audit'])
  expect(usual.drafts.map(({ name }) => name)).toContain('auto-branch-changes-review')
  expect(usual.decisions.map(({ pick }) => pick?.skill ?? null)).toEqual(['auto-branch-changes-review', null])
  const strict = await play('--bucket-threshold', '50')
  expect(strict.drafts).toEqual([])
  expect(strict.decisions.map(({ pick }) => pick)).toEqual([null, null])
})

it('plays nothing when switched off', async () => {
  const { home, temp, env } = homeWithTemp()
  const { code, stdout, stderr } = await home.run(['demo'], { env: { ...env, WAYLAND_SKILLS: 'off' } })
  expect({ code, stdout }).toEqual({ code: 3, stdout: '' })
  expect(stderr).toMatch(/switched off/)
  expect(leftIn(temp)).toEqual([])
})

it('leaves nothing behind when it is interrupted', async () => {
  const { home, temp, env } = homeWithTemp()
  const child = home.start(['demo'], { env })
  const done = finished(child)
  await once(child.stdout!, 'data')
  child.kill('SIGINT')
  await done
  expect(leftIn(temp)).toEqual([])
})
