import { spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readConfig } from '../../src/config/config.ts'
import { parseSkillMd } from '../../src/domain/skill-md-format.ts'
import { install } from '../../src/engines/installer.ts'
import { openJournal } from '../../src/engines/journal.ts'
import { settingsOf } from '../engines/loaded.ts'
import { Home, MAIN, REVIEW, TESTS } from './command-line.ts'

interface Copy {
  readonly skill: string
  readonly path: string
  readonly status: string
  readonly reason?: string
}

const copies = async (home: Home, ...flags: string[]): Promise<readonly Copy[]> =>
  (await home.run(['sync', '--json', ...flags])).json<{ copies: Copy[] }>().copies

/** A home with one active skill and Claude Code connected: where its copy lies. */
async function promoted() {
  const home = new Home()
  const { engines } = readConfig({ env: home.env() })
  await install({
    engine: settingsOf('claude-code'),
    place: { scope: 'user', folders: engines },
    program: { node: process.execPath, main: MAIN, platform: process.platform },
    journal: openJournal(home.data),
    dryRun: false,
  })
  const skill = await home.promoted()
  const folder = join(home.root, '.claude', 'skills', skill)
  return { home, skill, folder, file: join(folder, 'SKILL.md') }
}

describe('copies of skills for agents', () => {
  it('come with promote and go with archive and revoke', async () => {
    const home = new Home()
    const skill = await home.draft()
    await home.run(['install', 'claude-code'])
    await home.run(['install', 'codex'])
    const places = ['.claude', '.agents'].map((name) => join(home.root, name, 'skills', skill))
    for (const place of places) expect(existsSync(place)).toBe(false)
    const { stdout } = await home.run(['--skills-promote', skill])
    for (const place of places) {
      expect(stdout).toContain(place)
      expect(readFileSync(join(place, 'SKILL.md'), 'utf8')).toBe(
        readFileSync(join(home.skills, skill, 'SKILL.md'), 'utf8'),
      )
      expect(existsSync(join(place, 'manifest.json'))).toBe(false)
    }
    await home.run(['--skills-archive', skill])
    for (const place of places) expect(existsSync(place)).toBe(false)
    await home.move(skill, 'restore')
    for (const place of places) expect(existsSync(place)).toBe(false)
    await home.move(skill, 'promote')
    for (const place of places) expect(existsSync(place)).toBe(true)
    await home.run(['--skills-revoke', skill])
    for (const place of places) expect(existsSync(place)).toBe(false)
    expect(readdirSync(join(home.root, '.claude'))).toEqual(['settings.json', 'skills'])
  })

  it('are not made of drafts, and drafts lie in no folder that an agent scans', async () => {
    const home = new Home()
    await home.draft()
    expect(await copies(home, '--engine', 'claude-code,codex,gemini,qwen,opencode,pi')).toEqual([])
    for (const name of ['.claude', '.agents', '.gemini', '.qwen', '.pi', '.codex'])
      expect(existsSync(join(home.root, name))).toBe(false)
  })

  it('come with a connection that is made later, and go with it', async () => {
    const home = new Home()
    const skill = await home.promoted()
    const place = join(home.root, '.qwen', 'skills', skill, 'SKILL.md')
    const { stdout } = await home.run(['install', 'qwen'])
    expect(stdout).toContain('written')
    expect(readFileSync(place, 'utf8')).toMatch(/\nsource: auto-skill\n---\n/)
    expect(parseSkillMd(readFileSync(place, 'utf8')).name).toBe(skill)
    await home.run(['uninstall', 'qwen'])
    expect(existsSync(place)).toBe(false)
  })

  it('are never written over what a person changed in them, and that is said', async () => {
    const { home, skill, file } = await promoted()
    writeFileSync(file, `${readFileSync(file, 'utf8')}mine\n`)
    const before = readFileSync(file, 'utf8')
    const done = await home.run(['sync', '--json'])
    expect([done.code, done.json<{ copies: Copy[] }>().copies[0]?.status]).toEqual([1, 'edited'])
    const { stderr } = await home.run(['--skills-archive', skill])
    expect(stderr).toContain('yours')
    expect(readFileSync(file, 'utf8')).toBe(before)
    expect(await copies(home)).toEqual([])
    expect(readFileSync(file, 'utf8')).toBe(before)
  })

  it('are brought up to date by whatever runs next where a run was killed before it came to them', async () => {
    const { home, skill, folder } = await promoted()
    const { pid } = spawnSync(process.execPath, ['-e', ''])
    const interrupt = () => writeFileSync(join(home.data, 'copying', `${pid}`), '')
    rmSync(folder, { recursive: true })
    interrupt()
    expect((await home.run(['status'])).stderr).toContain(`${folder} is written`)
    expect((await home.run(['status'])).stderr).toBe('')
    await home.move(skill, 'archive')
    mkdirSync(join(home.root, '.claude', '.wayland-core', `${skill}~new~${pid}~x`), { recursive: true })
    interrupt()
    expect((await home.run(['skills'])).stderr).toContain('interrupted')
    expect(existsSync(join(home.root, '.claude', '.wayland-core'))).toBe(false)
  })

  it('are neither made nor taken back without the database that remembers them, and hooks come and go all the same', async () => {
    const { home, folder } = await promoted()
    rmSync(folder, { recursive: true })
    renameSync(home.database, `${home.database}.aside`)
    mkdirSync(home.database)
    const sync = await home.run(['sync'])
    expect([sync.code, sync.stderr]).toEqual([3, expect.stringContaining('Error: copies are noted in the database')])
    for (const args of [
      ['install', 'qwen'],
      ['uninstall', 'claude-code'],
    ]) {
      const { code, stdout } = await home.run(args)
      expect([code, stdout]).toEqual([0, expect.stringContaining('Copies of skills were left as they are')])
    }
    expect([existsSync(folder), existsSync(join(home.root, '.qwen', 'skills'))]).toEqual([false, false])
  })

  it('keep a file that a person put beside them', async () => {
    const { home, skill, folder } = await promoted()
    writeFileSync(join(folder, 'notes.md'), 'mine')
    await home.move(skill, 'revoke')
    expect(readFileSync(join(folder, 'notes.md'), 'utf8')).toBe('mine')
  })

  it('never take the place of another skill, of a link or of another spelling', async () => {
    const home = new Home()
    const [a, b] = [await home.draft(REVIEW, 'a'), await home.draft(TESTS, 'b')]
    const root = join(home.root, '.claude', 'skills')
    mkdirSync(join(root, a), { recursive: true })
    writeFileSync(join(root, a, 'SKILL.md'), 'theirs')
    const outside = join(home.root, 'outside')
    symlinkSync(outside, join(root, b))
    for (const skill of [a, b]) await home.move(skill, 'promote')
    const done = await copies(home, '--engine', 'claude-code')
    expect(done.map(({ status }) => status)).toEqual(['foreign', 'foreign'])
    expect(readFileSync(join(root, a, 'SKILL.md'), 'utf8')).toBe('theirs')
    expect(existsSync(outside)).toBe(false)
    rmSync(join(root, a), { recursive: true })
    mkdirSync(join(root, a.toUpperCase()))
    expect((await copies(home)).find(({ skill }) => skill === a)?.status).toBeUndefined()
    expect((await copies(home, '--engine', 'claude-code')).find(({ skill }) => skill === a)?.status).toBe('foreign')
    await home.move(a, 'archive')
    expect(existsSync(join(root, a.toUpperCase()))).toBe(true)
  })

  it('are not made where an agent finds a skill of that name in another folder that it reads', async () => {
    const home = new Home()
    const skill = await home.draft()
    const theirs = join(home.root, '.gemini', 'skills', skill)
    mkdirSync(theirs, { recursive: true })
    writeFileSync(join(theirs, 'SKILL.md'), 'theirs')
    await home.run(['--skills-promote', skill])
    const [codexOnly] = await copies(home, '--engine', 'codex')
    expect(codexOnly).toMatchObject({ status: 'written', path: join(home.root, '.agents', 'skills', skill) })
    await home.run(['--skills-archive', skill])
    await home.run(['--skills-restore', skill])
    await home.run(['--skills-promote', skill])
    expect(await copies(home, '--engine', 'gemini')).toMatchObject([
      { status: 'foreign', reason: expect.stringContaining(theirs) },
    ])
    expect(existsSync(join(home.root, '.agents', 'skills', skill))).toBe(false)
    expect(readFileSync(join(theirs, 'SKILL.md'), 'utf8')).toBe('theirs')
  })

  it('are one where a person keeps one folder of skills for several agents', async () => {
    const home = new Home()
    const skill = await home.draft()
    mkdirSync(join(home.root, '.agents', 'skills'), { recursive: true })
    mkdirSync(join(home.root, '.claude'))
    symlinkSync(join('..', '.agents', 'skills'), join(home.root, '.claude', 'skills'))
    await home.run(['--skills-promote', skill])
    const path = join(home.root, '.agents', 'skills', skill)
    expect(await copies(home, '--engine', 'codex,claude-code')).toMatchObject([{ status: 'written', path }])
    expect(await copies(home)).toMatchObject([{ status: 'current', path }])
    await home.run(['--skills-archive', skill])
    expect(readdirSync(join(home.root, '.agents', 'skills'))).toEqual([])
  })

  it('lie where Gemini CLI looks for them when its home is another one', async () => {
    const home = new Home()
    const skill = await home.draft()
    await home.run(['--skills-promote', skill])
    const env = { GEMINI_CLI_HOME: join(home.root, 'elsewhere') }
    const { copies: done } = (await home.run(['sync', '--json', '--engine', 'codex,gemini'], { env })).json<{
      copies: Copy[]
    }>()
    expect(done.map(({ path }) => path)).toEqual(
      [join(home.root, '.agents'), join(home.root, 'elsewhere', '.gemini')].map((at) => join(at, 'skills', skill)),
    )
  })

  it('follow a new version, and come back where they were deleted', async () => {
    const { home, skill, file, folder } = await promoted()
    const before = readFileSync(file, 'utf8')
    rmSync(folder, { recursive: true })
    expect((await copies(home))[0]?.status).toBe('written')
    expect(readFileSync(file, 'utf8')).toBe(before)
    await home.run(['--skills-rollback', '1'])
    expect(existsSync(folder)).toBe(false)
    await home.move(skill, 'promote')
    expect(existsSync(folder)).toBe(true)
  })

  it('move where another agent would see them twice', async () => {
    const home = new Home()
    const skill = await home.promoted()
    const at = (name: string) => existsSync(join(home.root, name, 'skills', skill))
    await copies(home, '--engine', 'codex')
    expect([at('.agents'), at('.codex'), at('.claude')]).toEqual([true, false, false])
    await copies(home, '--engine', 'claude-code,opencode')
    expect([at('.agents'), at('.codex'), at('.claude')]).toEqual([false, true, true])
  })

  it('go into the shared folder for agents that are not known, while no other finds them twice there', async () => {
    const { home, skill } = await promoted()
    const shared = join(home.root, '.agents', 'skills', skill)
    expect(await copies(home, '--engine', 'agents')).toContainEqual({ skill, path: shared, status: 'written' })
    // It stays a place of copies from then on.
    expect(await copies(home)).toContainEqual({ skill, path: shared, status: 'current' })
    // OpenCode reads Claude Code's folder, which that needs, and the shared one.
    expect((await home.run(['install', 'opencode'])).stdout).toContain(`1 skill withdrawn in ${dirname(shared)}`)
    expect(existsSync(shared)).toBe(false)
    const { code, stdout } = await home.run(['sync', '--engine', 'agents'])
    expect([code, stdout]).toEqual([1, expect.stringContaining('would find each skill twice')])
  })

  it('go into a project’s folders when asked, and out of them again, never through a link that leaves it', async () => {
    const home = new Home()
    const skill = await home.promoted()
    const project = join(home.root, 'my project')
    mkdirSync(project)
    const sync = (...flags: string[]) => home.run(['sync', '--project', '--json', ...flags], { cwd: project })
    await sync('--engine', 'gemini,qwen')
    const copy = join(project, '.agents', 'skills', skill, 'SKILL.md')
    expect(existsSync(copy)).toBe(true)
    await home.move(skill, 'archive')
    expect(existsSync(copy)).toBe(false)

    for (const move of ['restore', 'promote'] as const) await home.move(skill, move)
    mkdirSync(join(home.root, 'elsewhere'))
    symlinkSync(join(home.root, 'elsewhere'), join(project, '.claude'))
    const refused = await sync('--engine', 'claude-code')
    expect(refused.code).toBe(1)
    expect(refused.stdout).toContain('leads out of the project')
    expect(readdirSync(join(home.root, 'elsewhere'))).toEqual([])
  })

  it('are forgotten with a project that is gone', async () => {
    const home = new Home()
    const skill = await home.promoted()
    const project = join(home.root, 'p')
    mkdirSync(project)
    await home.run(['sync', '--project', '--engine', 'codex'], { cwd: project })
    renameSync(project, join(home.root, 'q'))
    const { stderr, code } = await home.run(['--skills-archive', skill])
    expect([stderr, code]).toEqual(['', 0])
    expect(await copies(home)).toEqual([])
  })

  it('are none with export.engines none, and exactly of the agents that it names', async () => {
    const { home, skill, folder } = await promoted()
    await home.run(['sync', '--export-engines', 'none'])
    expect(existsSync(folder)).toBe(false)
    await home.run(['sync', '--export-engines', 'gemini'])
    expect(existsSync(join(home.root, '.agents', 'skills', skill))).toBe(true)
    expect(existsSync(folder)).toBe(false)
  })

  it('refuse agents that nobody knows, and write nothing while switched off', async () => {
    const { home, folder } = await promoted()
    const wrong = await home.run(['sync', '--engine', 'cursor'])
    expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('cursor')])
    rmSync(folder, { recursive: true })
    expect((await home.run(['sync', '--skills', 'off'])).code).toBe(0)
    expect(existsSync(folder)).toBe(false)
  })
})
