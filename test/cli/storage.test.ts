import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { afterEach, describe, expect, it } from 'vitest'
import { Home, REVIEW, TESTS, turn } from './command-line.ts'

const three = (request = REVIEW) => [1, 2, 3].map((n) => turn(request, `${n}`))

const mounted: string[] = []
afterEach(() => {
  for (const folder of mounted.splice(0)) execFileSync('umount', [folder])
})

/** A small disk of its own needs root and a kernel that lets it mount. */
function smallDisk(folder: string): boolean {
  mkdirSync(folder, { recursive: true })
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m,mode=700', 'tmpfs', folder], { stdio: 'ignore' })
  } catch {
    return false
  }
  mounted.push(folder)
  return true
}

describe('a folder that cannot be written', () => {
  it('goes on without a database and says what that means', async () => {
    const home = new Home()
    writeFileSync(home.data, 'a file where the data folder should be')
    const { code, lines, stderr } = await home.observe(three())
    expect(code).toBe(0)
    expect(lines[2]?.draft).toMatchObject({ status: 'drafted' })
    expect(stderr).toMatch(/^Warning: no database: .*streaks last as long as this process.*\n$/)
    expect(existsSync(join(home.skills, 'auto-branch-changes-review', 'SKILL.md'))).toBe(true)
  })

  it('refuses a move without a database instead of forgetting it', async () => {
    const home = new Home()
    writeFileSync(home.data, 'a file where the data folder should be')
    await home.draft()
    const { code, stderr } = await home.run(['--skills-promote', 'auto-branch-changes-review'])
    expect(code).toBe(3)
    expect(stderr).toMatch(/Error: a move needs the database, which is not available: .*\nTry: .*\n$/)
  })

  it('records turns although drafts cannot be written, keeps the streak, and drafts when they can', async () => {
    const home = new Home()
    writeFileSync(home.config, 'a file where the configuration folder should be')
    const first = await home.runAlone(['observe'], {
      stdin: three()
        .map((turn) => `${JSON.stringify(turn)}\n`)
        .join(''),
    })
    expect(first.code).toBe(3)
    expect(first.lines.map(({ status }) => status)).toEqual(['recorded', 'recorded', 'recorded'])
    expect(first.lines[2]?.draft).toMatchObject({ status: 'failed', reason: expect.stringContaining(home.config) })
    expect(first.stderr).toMatch(
      /^Warning: the last move of .* is in the database, but not in .* \(.*\).*\nError: 1 of 3 turns or their drafts could not be kept: .*\nTry: .*\n$/,
    )
    rmSync(home.config)
    const next = await home.run(['status', '--json'])
    expect(next.stderr).toMatch(/Finished an interrupted draft: auto-branch-changes-review is (drafted|updated)\.\n$/)
    expect(next.json()).toMatchObject({ turns: 3, skills: { staged: 1 } })
  })

  it.skipIf(process.getuid?.() === 0)('says so of a folder without write permission', async () => {
    const home = new Home()
    mkdirSync(home.data)
    chmodSync(home.data, 0o500)
    const { code, stderr } = await home.observe([turn(REVIEW, '1')])
    chmodSync(home.data, 0o700)
    expect(code).toBe(0)
    expect(stderr).toMatch(/^Warning: no database: /)
  })
})

describe('a driver that was built for another Node.js', () => {
  const env = (home: Home, more = {}) => {
    const broken = join(home.root, 'broken.cjs')
    writeFileSync(
      broken,
      "process.dlopen = () => { throw Object.assign(new Error('ABI'), { code: 'ERR_DLOPEN_FAILED' }) }",
    )
    return { env: { NODE_OPTIONS: `--require=${broken}`, ...more } }
  }

  it('is an error with its cure: nothing is recorded that would be lost on exit', async () => {
    const home = new Home()
    const { code, stdout, stderr } = await home.observe(three(), env(home))
    expect({ code, stdout }).toEqual({ code: 3, stdout: '' })
    expect(stderr).toMatch(
      /^Error: the database driver .* another version of Node.js .*\nTry: .*npm rebuild better-sqlite3/,
    )
  })

  it('stops nobody who is switched off', async () => {
    const home = new Home()
    const { code, lines } = await home.observe(three(), env(home, { WAYLAND_SKILLS: 'off' }))
    expect(code).toBe(0)
    expect(lines.map(({ reason }) => reason)).toEqual(['off', 'off', 'off'])
  })
})

describe('a data folder that others may write, or that is another user’s', () => {
  const MINE = process.getuid?.() ?? 0
  const plants: readonly (readonly [string, (folder: string) => void, RegExp])[] = [
    ['writable by all', (folder) => chmodSync(folder, 0o777), /other users may write in /],
    ['writable by the group', (folder) => chmodSync(folder, 0o770), /other users may write in /],
    // Only root can give a folder away.
    ...(MINE === 0
      ? [['another’s', (folder: string) => chownSync(folder, 12_345, 12_345), /belongs to another user/] as const]
      : []),
  ]

  it.each(plants)('is not used when it is %s: not by a command, a daemon or a hook', async (_, plant, why) => {
    const home = new Home()
    mkdirSync(home.data)
    plant(home.data)
    const observed = await home.observe([turn(REVIEW, '1')])
    expect(observed.stderr).toMatch(why)
    const daemon = await home.run(['daemon', 'run'])
    expect(daemon.code).toBe(3)
    expect(daemon.stderr).toMatch(why)
    const prompt = { hook_event_name: 'Stop', session_id: 's', transcript_path: '/nowhere/s.jsonl', cwd: home.work }
    const hook = await home.run(['hook', 'claude-code'], { stdin: JSON.stringify(prompt) })
    expect([hook.code, hook.stdout, hook.stderr]).toEqual([0, '', ''])
    expect(readdirSync(home.data)).toEqual([])
    const doctor = await home.run(['doctor'])
    expect(doctor.code).toBe(1)
    expect(doctor.stdout).toMatch(why)
  })

  it('is used when others may only look', async () => {
    const home = new Home()
    mkdirSync(home.data, { mode: 0o755 })
    expect((await home.observe([turn(REVIEW, '1')])).stderr).toBe('')
    expect(existsSync(home.database)).toBe(true)
  })
})

describe('a full disk', () => {
  it('is said for each turn that it cost, and the turns before stand', async ({ skip }) => {
    const home = new Home()
    if (!smallDisk(home.data)) skip('no small disk can be mounted here')
    const long = 'x'.repeat(4000)
    const turns = Array.from({ length: 200 }, (_, i) => turn(`topic${i}word ${long}`, `${i}`))
    const { code, lines, stderr } = await home.observe(turns)
    expect(code).toBe(3)
    expect(lines).toHaveLength(200)
    const failed = lines.filter(({ status }) => status === 'failed')
    expect(failed.length).toBeGreaterThan(0)
    expect(failed[0]).toMatchObject({ line: expect.any(Number), reason: expect.stringContaining('full') })
    expect(stderr).toMatch(
      /^Error: \d+ of 200 turns or their drafts could not be kept: .*full.*\nTry: .*space left, or set WAYLAND_DATA_DIR to another\.\n(?:Warning: what is too old was not removed .*full.*\n)?$/,
    )
    const recorded = lines.filter(({ status }) => status === 'recorded').length
    expect((await home.run(['status', '--json'])).json().turns).toBe(recorded)
  })
})

describe('a disk on which no database can be begun', () => {
  it('costs no turn of the process, which says that nothing is kept', async ({ skip }) => {
    const home = new Home()
    if (!smallDisk(home.data)) skip('no small disk can be mounted here')
    try {
      writeFileSync(join(home.data, 'zeros'), Buffer.alloc(2 ** 20))
    } catch {
      // Now it is full.
    }
    const { code, lines, stderr } = await home.observe(three())
    expect([code, lines.map(({ status }) => status)]).toEqual([0, ['recorded', 'recorded', 'recorded']])
    expect(lines[2]?.draft).toMatchObject({ status: 'drafted' })
    expect(stderr).toMatch(/^Warning: no database: .*streaks last as long as this process.*\n$/)
    rmSync(join(home.data, 'zeros'))
    expect((await home.run(['status', '--json'])).json()).toMatchObject({ turns: 0, skills: { staged: 1 } })
  })
})

describe('the database file', () => {
  it.skipIf(process.platform === 'win32')('is for its user alone, and so are the folders', async () => {
    const home = new Home()
    mkdirSync(home.data, { mode: 0o755 })
    await home.draft()
    const open = (path: string) => statSync(path).mode & 0o077
    expect(open(home.database)).toBe(0)
    expect(open(home.skills)).toBe(0)
    expect(open(join(home.skills, 'auto-branch-changes-review', 'SKILL.md'))).toBe(0)
  })

  it('is moved aside when it is damaged, which is named, and a new one begins', async () => {
    const home = new Home()
    mkdirSync(home.data)
    const damaged = Buffer.from('this was a database once\n'.repeat(400))
    writeFileSync(home.database, damaged)
    const { code, lines, stderr } = await home.observe([turn(REVIEW, '1')])
    expect({ code, status: lines[0]?.status }).toEqual({ code: 0, status: 'recorded' })
    const aside = readdirSync(home.data).find((name) => name.includes('.damaged-'))
    expect(stderr).toBe(
      `The database ${home.database} was damaged; it was moved to ${join(home.data, aside ?? '')} and a new one begun.\n`,
    )
    expect(readFileSync(join(home.data, aside ?? ''))).toEqual(damaged)
    const again = await home.observe([turn(REVIEW, '2')])
    expect(again).toMatchObject({ code: 0, stderr: '' })
    expect(again.lines[0]?.streak).toBe(2)
  })

  it('is refused when a newer version wrote it, both versions named, and left as it was', async () => {
    const home = new Home()
    await home.observe([turn(REVIEW, '1')])
    const db = new Sqlite(home.database)
    const known = Number(db.pragma('user_version', { simple: true }))
    db.pragma(`user_version = ${known + 41}`)
    db.close()
    for (const args of [['observe'], ['route', 'a task'], ['skills'], ['--skills-audit']]) {
      const { code, stdout, stderr } = await home.run(args, { stdin: JSON.stringify(turn(REVIEW, '2')) })
      expect({ code, stdout }).toEqual({ code: 3, stdout: '' })
      expect(stderr).toMatch(new RegExp(`^Error: .*version ${known + 41}.*up to ${known}\\nTry: .*\\n$`))
    }
    expect(readdirSync(home.data)).toEqual(['wayland-core.db'])
  })
})

describe('switched off', () => {
  const off = { WAYLAND_SKILLS: 'off' }
  const said = 'wayland-core is switched off: nothing is recorded, drafted or routed.\n'

  it('records, drafts and routes nothing, says so once, and makes no file', async () => {
    const home = new Home()
    const observed = await home.observe(three(), { env: off })
    expect(observed).toMatchObject({ code: 0, stderr: said })
    expect(observed.lines.map(({ status, reason }) => [status, reason])).toEqual(Array(3).fill(['ignored', 'off']))
    const routed = await home.run(['route', '--json', REVIEW], { env: off })
    expect(routed).toMatchObject({ code: 0, stderr: said })
    expect(routed.json()).toMatchObject({ pick: null, reason: 'off', candidates: [] })
    const imported = await home.run(['import', 'auto', home.work, '--json'], { env: off })
    expect(imported).toMatchObject({ code: 0, stderr: said })
    for (const args of [['skills'], ['status'], ['--skills-path'], ['reward', 'x', 'success']])
      expect((await home.run(args, { env: off })).code).toBe(0)
    expect([existsSync(home.config), existsSync(home.data)]).toEqual([false, false])
  })

  it('leaves what is there as it was, and shows it', async () => {
    const home = new Home()
    const skill = await home.draft()
    const before = (await home.run(['status', '--json'])).json()
    await home.observe(three(TESTS), { env: off })
    await home.run(['route', REVIEW], { env: off })
    expect((await home.run(['status', '--json'])).json()).toEqual(before)
    const shown = await home.run(['skills'], { env: off })
    expect(shown.stdout).toContain(skill)
  })

  it('holds whichever source says off, although another says on', async () => {
    const home = new Home()
    mkdirSync(join(home.config, 'wayland-core'), { recursive: true })
    writeFileSync(join(home.config, 'wayland-core', 'config.json'), '{"skills":"off"}')
    const byFile = await home.run(['observe', '--skills', 'on'], { stdin: JSON.stringify(turn(REVIEW, '1')) })
    expect(byFile.lines[0]).toMatchObject({ status: 'ignored', reason: 'off' })
    rmSync(home.config, { recursive: true })
    const byFlag = await home.run(['observe', '--skills', 'off'], {
      stdin: JSON.stringify(turn(REVIEW, '1')),
      env: { WAYLAND_SKILLS: 'on' },
    })
    expect(byFlag.lines[0]).toMatchObject({ status: 'ignored', reason: 'off' })
  })
})
