import { spawn } from 'node:child_process'
import { chmodSync, chownSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { finished, Home, MAIN, removeHomes } from './command-line.ts'

removeHomes()

const REVIEW_SKILL = 'auto-branch-changes-review'

/** No file is closed to root: what cannot be read is tried as another user there. */
const OTHER = process.getuid?.() === 0 ? 65_534 : undefined

/** Runs a command as a user whom permissions hold. */
function asUser(home: Home, args: readonly string[]) {
  if (OTHER !== undefined) {
    chmodSync(dirname(home.root), 0o711)
    for (const path of ['', ...readdirSync(home.root, { recursive: true, encoding: 'utf8' })])
      chownSync(join(home.root, path), OTHER, OTHER)
  }
  const who = OTHER === undefined ? {} : { uid: OTHER, gid: OTHER }
  const child = spawn(process.execPath, [MAIN, ...args], { env: home.env(), cwd: home.root, ...who })
  child.stdin.end()
  return finished(child)
}

it('a backup names the file that it cannot read, and not the one that it writes', async () => {
  const home = new Home()
  await home.draft()
  const file = join(home.skills, REVIEW_SKILL, 'SKILL.md')
  chmodSync(file, 0o000)
  const done = await asUser(home, ['backup', join(home.root, 'all.backup')])
  expect(done.code).toBe(3)
  expect(done.stderr).toContain(`Error: cannot read ${file} (EACCES`)
})

it('a check names the folder that it cannot list, and asks for no report of a fault', async () => {
  const home = new Home()
  await home.draft()
  chmodSync(home.skills, 0o000)
  const done = await asUser(home, ['check'])
  chmodSync(home.skills, 0o700)
  expect(done.code).toBe(3)
  expect(done.stderr).toMatch(new RegExp(`Error: cannot read ${home.skills} \\(EACCES.*\\nTry: Check that the folder`))
})

it('says of no database what is missing, and of nothing that it was repaired', async () => {
  const home = new Home()
  await home.promoted()
  rmSync(home.database)
  mkdirSync(home.database)
  const done = await home.runAlone(['skills'])
  expect(done.stdout).toContain(REVIEW_SKILL)
  expect(done.stderr).toMatch(/^Warning: no database: .*\n$/)
  const status = await home.runAlone(['status'])
  expect(status.stdout).toMatch(/^turns recorded +not known: there is no database$/m)
  expect((await home.runAlone(['status', '--json'])).json()).toMatchObject({
    turns: null,
    streaks: null,
    decisions: null,
  })
  for (const command of ['explain', 'lift', 'notes']) {
    const { code, stderr } = await home.runAlone([command])
    expect({ code, stderr }).toMatchObject({
      code: 3,
      stderr: expect.stringMatching(/Error: turns are read from the database, and there is none: /),
    })
  }
})

it('the same bytes back from the archive are no change since the review', async () => {
  const home = new Home()
  await home.promoted()
  await home.move(REVIEW_SKILL, 'archive')
  await home.move(REVIEW_SKILL, 'restore')
  const { findings } = (await home.run(['skills', 'audit', '--json'])).json<{ findings: readonly object[] }>()
  expect(findings).toMatchObject([{ kind: 'needs_review', detail: 'drafted from 3 turns' }])
})
