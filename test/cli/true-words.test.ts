import { execFile, spawn } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  closeSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { plan } from '../../src/cli/commands/setup.ts'
import { readConfig } from '../../src/config/config.ts'
import { skillMd } from '../service/home.ts'
import { finished, Home, MAIN } from './command-line.ts'

const REVIEW_SKILL = 'auto-branch-changes-review'

/** No file is closed to root: what cannot be read is tried as another user there. */
const OTHER = process.getuid?.() === 0 ? 65_534 : undefined

/** Runs a command as a user whom permissions hold. */
function asUser(home: Home, args: readonly string[], env = home.env(), before: () => void = () => {}) {
  if (OTHER !== undefined) {
    chmodSync(dirname(home.root), 0o711)
    for (const path of ['', ...readdirSync(home.root, { recursive: true, encoding: 'utf8' })])
      chownSync(join(home.root, path), OTHER, OTHER)
  }
  before()
  const who = OTHER === undefined ? {} : { uid: OTHER, gid: OTHER }
  const child = spawn(process.execPath, [MAIN, ...args], { env, cwd: home.root, ...who })
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

it('a backup of a damaged database names the database, and leaves nothing', async () => {
  const home = new Home()
  await home.draft()
  await home.run(['skills'])
  const file = openSync(home.database, 'r+')
  writeSync(file, 'garbage'.repeat(100), 8_192)
  closeSync(file)
  const to = join(home.root, 'all.backup')
  const done = await home.runAlone(['backup', to])
  expect(done.code).toBe(3)
  expect(done.stderr).toMatch(
    new RegExp(`Error: the database ${home.database} is damaged; no backup was written\\nTry: Bring`),
  )
  expect(readdirSync(home.root).filter((name) => name.includes('backup'))).toEqual([])
})

it('a backup of a database that cannot be opened names the database, and a folder that is not there is named', async () => {
  const home = new Home()
  await home.draft()
  const lock = () => chmodSync(dirname(home.database), 0o500)
  const done = await asUser(home, ['backup', join(home.root, 'all.backup')], home.env(), () => {
    chmodSync(home.database, 0o400)
    lock()
  })
  chmodSync(dirname(home.database), 0o700)
  expect(done.stderr).toContain(`Error: the database ${home.database} cannot be used (`)
  const nowhere = join(home.root, 'nowhere')
  const lost = await home.runAlone(['backup', join(nowhere, 'all.backup')])
  expect(lost.code).toBe(3)
  expect(lost.stderr).toMatch(
    new RegExp(`Error: no backup can be written in ${nowhere} \\(ENOENT.*\\nTry: Name a file`),
  )
})

it('a restore of what is no backup says so before it asks for --force', async () => {
  const home = new Home()
  await home.draft()
  const nothing = join(home.root, 'nothing')
  const refused = await home.runAlone(['restore', nothing])
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining(`Error: there is no ${nothing}\n`)])
  const other = await home.runAlone(['restore', join(home.skills, REVIEW_SKILL, 'SKILL.md')])
  expect(other.stderr).toContain('is no whole backup of wayland-core')
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
  expect(status.stdout).toMatch(/^turns recorded +not known: the database is not available$/m)
  expect((await home.runAlone(['status', '--json'])).json()).toMatchObject({
    turns: null,
    streaks: null,
    decisions: null,
  })
  const alone = await home.runAlone([])
  expect(alone.stdout).toMatch(
    /^What was learned cannot be shown \(what was recorded is in the database, which is not available/,
  )
  const page = await home.runAlone(['show', REVIEW_SKILL])
  expect(page.stdout).toMatch(/is\s+not\s+known:\s+the\s+database\s+is\s+not\s+available\./)
  const all = await home.runAlone(['show', REVIEW_SKILL, '--all'])
  expect(all.stdout).toMatch(/^use +not known.*\nlast used +not known/m)
  const audit = await home.runAlone(['skills', 'audit'])
  expect(audit.stdout).toMatch(/^\| auto-branch-changes-review .* \| not known \| not known \| not known \|$/m)
  expect((await home.runAlone(['doctor'])).stderr.match(/Warning: no database/g)).toHaveLength(1)
  for (const command of ['explain', 'lift', 'notes']) {
    const { code, stderr } = await home.runAlone([command])
    expect({ code, stderr }).toMatchObject({
      code: 3,
      stderr: expect.stringMatching(/Error: turns are read from the database, which is not available: /),
    })
  }
})

it('names the home that is used where HOME is none', async () => {
  const home = new Home()
  const { stderr } = await home.runAlone(['skills', 'path'], { env: { HOME: 'relative' } })
  expect(stderr).toMatch(/^\/.* is used, the home folder of this user, since HOME is a relative path\.\n$/)
  const config = readConfig({ given: { 'config.dir': home.config, 'data.dir': home.data }, env: { HOME: '' } })
  const said = plan({ agents: [], sessions: [], skills: 0 }, config, 200)
  expect(said[0]).toMatch(/^\/.* is used, the home folder of this user, since HOME is empty\.$/)
})

it('says of a draft that was kept before that it is kept, and of no notice that it is gone', async () => {
  const home = new Home()
  await home.promoted()
  await home.move(REVIEW_SKILL, 'archive')
  const back = await home.run(['skills', 'restore', REVIEW_SKILL])
  expect(back.stdout).not.toContain('Ledger')
  const kept = await home.run(['skills', 'promote', REVIEW_SKILL])
  expect(kept.stdout).toMatch(/^"auto-branch-changes-review" is active \(was staged\), version 0\.1\.1$/m)
})

it('the same bytes back from the archive are no change since the review', async () => {
  const home = new Home()
  await home.promoted()
  await home.move(REVIEW_SKILL, 'archive')
  await home.move(REVIEW_SKILL, 'restore')
  const { findings } = (await home.run(['skills', 'audit', '--json'])).json<{ findings: readonly object[] }>()
  expect(findings).toMatchObject([{ kind: 'needs_review', detail: 'drafted from 3 turns' }])
})

it('says once that there is no database, also where a command cannot do without', async () => {
  const home = new Home()
  mkdirSync(home.database, { recursive: true })
  const sessions = join(home.root, 'session.jsonl')
  writeFileSync(sessions, '')
  const commands = [['notes'], ['lift'], ['explain'], ['skills', 'undo', 'x'], ['skills', 'promote', 'x']]
  commands.push(['check'], ['sync'], ['purge'])
  for (const args of [...commands, ['import', sessions]]) {
    const { code, stdout, stderr } = await home.run(args)
    expect({ code, stdout }).toEqual({ code: 3, stdout: '' })
    expect(stderr).toMatch(/^Error: .* the database, which is not available: .*\nTry: .*\n$/)
  }
})

it('agrees of nothing where it is switched off and the database is gone', async () => {
  const home = new Home()
  await home.draft()
  for (const suffix of ['', '-wal', '-shm']) rmSync(home.database + suffix, { force: true })
  const { code, stderr } = await home.run(['check'], { env: { WAYLAND_SKILLS: 'off' } })
  expect({ code, stderr }).toMatchObject({ code: 3, stderr: expect.stringContaining('there is no database to check') })
})

it('says each warning once, however often a command looks', async () => {
  const home = new Home()
  await home.draft()
  chmodSync(home.skills, 0o000)
  const shown = await asUser(home, ['show', REVIEW_SKILL])
  const doctor = await asUser(home, ['doctor'])
  chmodSync(home.skills, 0o700)
  expect(shown.stderr.match(/was not looked through/g)).toHaveLength(1)
  expect(doctor.stdout).toMatch(new RegExp(`^WRONG +skills +${home.skills} cannot be used \\(EACCES`, 'm'))
  expect(doctor.stdout).toMatch(/^Fix skills: chmod u\+rwx /m)
  rmSync(home.config, { recursive: true })
  writeFileSync(home.config, '')
  const { stdout } = await asUser(home, ['doctor'])
  expect(stdout.match(/chmod u\+rwx/g)).toHaveLength(1)
})

it('a folder above that may not be read is not taken for one that is not there', async () => {
  const home = new Home()
  await home.draft()
  chmodSync(dirname(home.data), 0o711)
  mkdirSync(join(home.root, 'closed'))
  const env = { ...home.env(), WAYLAND_DATA_DIR: join(home.root, 'closed', 'data') }
  const places = await asUser(home, ['skills', 'path', '--json'], env, () => chmodSync(join(home.root, 'closed'), 0))
  chmodSync(join(home.root, 'closed'), 0o700)
  expect(places.json()).toMatchObject({ skills: { exists: true }, data: { exists: null }, database: { exists: null } })
})

it('a data folder that may not be read is named, and no report of a fault is asked for', async () => {
  const home = new Home()
  await home.draft()
  const data = dirname(home.database)
  const done = await asUser(home, ['status'], home.env(), () => chmodSync(data, 0o000))
  chmodSync(data, 0o700)
  expect(done.code).toBe(3)
  expect(done.stderr).toMatch(
    new RegExp(`Error: cannot read ${data}/approved-skills.jsonl \\(EACCES.*\\nTry: Check that`),
  )
})

it('a home that was moved names its skills where they are', async () => {
  const home = new Home()
  await home.draft()
  const moved = join(home.root, 'moved')
  renameSync(home.config, moved)
  const env = { WAYLAND_CONFIG_DIR: moved }
  const skill = join(moved, 'wayland-core', 'skills', REVIEW_SKILL)
  const routed = await home.runAlone(['route', 'review the changes of the branch'], { env })
  expect(routed.stdout).toContain(join(skill, 'SKILL.md'))
  const shown = await home.runAlone(['show', REVIEW_SKILL, '--json'], { env })
  expect(JSON.parse(shown.stdout)).toMatchObject({ path: skill })
})

it('an archived skill is found in a home that was moved, and without its database as well', async () => {
  const home = new Home()
  const name = await home.draft()
  await home.move(name, 'archive')
  const moved = join(home.root, 'moved')
  renameSync(home.config, moved)
  rmSync(home.data, { recursive: true })
  const env = { WAYLAND_CONFIG_DIR: moved }
  expect(await home.run(['check'], { env })).toMatchObject({ code: 0 })
  expect((await home.run(['show', name], { env })).stdout).toContain(join(moved, 'wayland-core', 'archive', name))
  expect(await home.run(['skills', 'restore', name], { env })).toMatchObject({ code: 0 })
  expect((await home.run(['show', name], { env })).stdout).toContain('git diff')
})

it('a temporary folder that is not there is named with what helps', async () => {
  const home = new Home()
  // Not even root can make one below a file: Node 22 makes the folder of its compile cache.
  writeFileSync(join(home.root, 'file'), '')
  const done = await home.runAlone(['demo'], { env: { TMPDIR: join(home.root, 'file', 'folder') } })
  expect(done).toMatchObject({ code: 3, stdout: '' })
  expect(done.stderr).toMatch(/^Error: no temporary folder can be made: ENOTDIR.*\nTry: Point TMPDIR at a folder/)
})

it.skipIf(process.platform === 'win32')(
  'with few open files allowed, what fails says so and nothing crashes',
  async () => {
    const home = new Home()
    await home.draft()
    const few = (line: string) =>
      new Promise<string>((resolve) => {
        const shell = `ulimit -n 24; "${process.execPath}" "${MAIN}" ${line} 2>&1; true`
        execFile('/bin/sh', ['-c', shell], { env: home.env(), cwd: home.root }, (_, stdout) => resolve(stdout))
      })
    expect(await few('status')).toMatch(/^turns recorded +3/m)
    expect(await few('doctor')).not.toMatch(/^ +at /m)
  },
)

it('a skill that a person wrote had no notice to lose', async () => {
  const home = new Home()
  mkdirSync(join(home.skills, 'tea', 'references'), { recursive: true })
  writeFileSync(join(home.skills, 'tea', 'SKILL.md'), skillMd('tea', 'Makes green tea.', 'Boil it.'))
  writeFileSync(Buffer.concat([Buffer.from(join(home.skills, 'tea', 'references', 'g')), Buffer.from([0xfc])]), 'hi')
  expect((await home.run(['status'])).stdout).toMatch(/^ {2}tea: not looked at yet: it holds what cannot be read/m)
  const { stdout } = await home.run(['skills', 'promote', 'tea'])
  expect(stdout).toMatch(/^"tea" is active \(was staged\), version \S+\n/)
})
