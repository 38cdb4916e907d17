import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { Home, REVIEW, turn } from './command-line.ts'

const NAME = 'auto-branch-changes-review'
const WORK = ['terraform plan', 'pdftotext a.pdf', 'ffmpeg -i in.mov out.mp4']

/** A home whose only draft is one that waits: three runs of one request that did nothing alike. */
async function withWatching(): Promise<Home> {
  const home = new Home()
  const turns = WORK.map((command, n) =>
    turn(REVIEW, `w${n}`, { tool_calls: [{ name: 'Bash', input: { command }, ok: true }] }),
  )
  const { lines } = await home.observe(turns)
  expect(lines[2]).toMatchObject({ draft: { status: 'drafted', skill: NAME } })
  return home
}

it('a draft whose runs share no step is listed with why it waits, offered to nobody, and promoted at any time', async () => {
  const home = await withWatching()
  expect((await home.run(['skills'])).stdout).toMatch(/auto-branch-changes-review +watching +3 /)
  const { stdout } = await home.run(['status'])
  expect(stdout).toMatch(/skills +1 watching\n/)
  expect(stdout).not.toContain('not offered before a look')
  expect(stdout).not.toContain('for your review')
  expect((await home.run(['status', '--json'])).json()).toMatchObject({
    skills: { watching: 1 },
    waiting: [],
    watching: [{ name: NAME, path: join(home.skills, NAME) }],
    waiting_for_a_look: [],
  })
  const audit = await home.run(['--skills-audit'])
  expect(audit.stdout).toContain('## Waits for more evidence (watching)')
  expect(audit.stdout).toContain('its 3 runs share no step, or too little to be of use: it is not offered')
  const saved = JSON.parse(readFileSync(join(home.work, '.wayland-core', 'skills-audit.json'), 'utf8'))
  expect(saved.findings).toMatchObject([{ kind: 'watching', skills: [NAME] }])
  const shown = await home.run(['show', NAME])
  expect(shown.stdout).toMatch(/^auto-branch-changes-review: watching\nIts runs share no step yet/)
  expect(shown.stdout).toContain(`wayland-core skills promote ${NAME}`)
  expect((await home.run(['route', REVIEW, '--json'])).json()).toMatchObject({ pick: null, reason: 'no_candidates' })
  expect((await home.run(['route', REVIEW])).stdout).toMatch(
    /^no skill: none of the skills may be offered now \(1 watching\); "wayland-core show <name>" says why\ndecision .*\n$/,
  )
  expect(await home.run(['run', NAME])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('it is not offered until'),
  })
  for (const way of [['--router-offer', 'watching'], []]) {
    const env = way.length > 0 ? {} : { WAYLAND_ROUTER_OFFER: 'watching' }
    const asked = await home.run(['route', REVIEW, '--json', ...way], { env })
    expect(asked.json()).toMatchObject({ pick: { skill: NAME } })
  }
  expect((await home.run(['--skills-promote', NAME, '--json'])).json()).toMatchObject({ status: 'active' })
  expect((await home.run(['route', REVIEW, '--json'])).json()).toMatchObject({ pick: { skill: NAME } })
})

it('is not copied into an agent’s folder before it is promoted', async () => {
  const home = await withWatching()
  const exported = async () => (await home.run(['sync', '--json', '--engine', 'claude-code'])).stdout.includes(NAME)
  expect(await exported()).toBe(false)
  await home.move(NAME, 'promote')
  expect(await exported()).toBe(true)
})
