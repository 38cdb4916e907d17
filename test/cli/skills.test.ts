import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { Home, REVIEW, TESTS, turn } from './command-line.ts'
import { fieldsOf } from './json-fields.ts'

interface Shown {
  readonly id: string
  readonly name: string
  readonly status: string
  readonly body: string
  readonly path: string
}

it('lists skills with their standing, and says where they would lie when there are none', async () => {
  const home = new Home()
  const empty = await home.run(['skills'])
  expect(empty).toMatchObject({
    code: 0,
    stdout: expect.stringContaining(`No skills yet in ${home.skills}.\n`),
    stderr: '',
  })
  expect((await home.run(['skills', '--json'])).json()).toEqual({ skills: [] })
  await home.draft()
  const { stdout } = await home.run(['skills'])
  const [heads = '', row = ''] = stdout.split('\n')
  expect(heads.split(/ {2,}/)).toEqual(['name', 'status', 'evidence', 'score', 'helped', 'project', 'id'])
  expect(row.split(/ {2,}/)).toEqual([
    'auto-branch-changes-review',
    'staged',
    '3',
    '0.7 prior',
    '0/0',
    'every',
    expect.stringMatching(/^[0-9a-f]{8}$/),
  ])
  expect(heads.indexOf('status')).toBe(row.indexOf('staged'))
  const [listed] = (await home.run(['skills', '--json'])).json<{ skills: Shown[] }>().skills
  expect(Object.keys(listed ?? {})).toEqual(fieldsOf('skills promote'))
})

it('counts the skills that it writes for an agent', async () => {
  const home = new Home()
  for (let i = 0; i < 3; i++) {
    mkdirSync(join(home.skills, `skill-${i}`), { recursive: true })
    const text = `---\nname: skill-${i}\ndescription: Bakes bread ${i}.\n---\nDo it.\n`
    writeFileSync(join(home.skills, `skill-${i}`, 'SKILL.md'), text)
  }
  const synced = await home.run(['sync', '--engine', 'claude-code'])
  expect(synced.stdout).toMatch(/^3 skills written in .*\/skills\n$/)
})

it('shows a skill by name, id and the beginning of either', async () => {
  const home = new Home()
  await home.draft()
  const { json } = await home.run(['show', 'auto-branch-changes-review', '--json'])
  const skill = json<Shown>()
  expect(Object.keys(skill)).toEqual(fieldsOf('show'))
  expect(skill).toMatchObject({ name: 'auto-branch-changes-review', status: 'staged', history: [{ move: 'draft' }] })
  for (const reference of [skill.id, skill.id.slice(0, 6), skill.id.slice(0, 6).toUpperCase(), 'auto-branch'])
    expect((await home.run(['show', reference, '--json'])).json<Shown>().id).toBe(skill.id)
  const { stdout } = await home.run(['show', 'auto-branch', '--all'])
  expect(stdout).toMatch(/^auto-branch-changes-review: staged, needs review\n/)
  expect(stdout).toContain(skill.id)
  expect(stdout).toContain('  | > Drafted automatically')
})

it('refuses a reference that fits several skills, or none', async () => {
  const home = new Home()
  await home.draft(REVIEW, 'a')
  await home.draft(TESTS, 'b')
  const ambiguous = await home.run(['show', 'auto-'])
  expect(ambiguous).toMatchObject({ code: 1, stdout: '' })
  expect(ambiguous.stderr).toMatch(/^Error: "auto-" could be any of 2 skills: auto-.* \(.*\), auto-.*\nTry: .*\n$/)
  const unknown = await home.run(['show', 'nothing-such'])
  expect(unknown).toMatchObject({ code: 1, stdout: '' })
  expect(unknown.stderr).toMatch(/^Error: no skill is called "nothing-such".*\nTry: .*wayland-core skills.*\n$/)
})

it('promotes a draft: active, without the notice, and only once', async () => {
  const home = new Home()
  const name = await home.draft()
  const file = join(home.skills, name, 'SKILL.md')
  expect(readFileSync(file, 'utf8')).toContain('Drafted automatically')
  const { code, stdout, stderr } = await home.run(['--skills-promote', 'auto-branch'])
  expect({ code, stdout, stderr }).toEqual({
    code: 0,
    stdout: `"${name}" is active (was staged), version 0.1.1 (was 0.1.0); the notice of a draft is out of its text\nIts files are in ${home.skills}/${name}\nTake it back: wayland-core skills undo ${name}\n`,
    stderr: '',
  })
  expect(readFileSync(file, 'utf8')).not.toContain('Drafted automatically')
  const manifest: unknown = JSON.parse(readFileSync(join(home.skills, name, 'manifest.json'), 'utf8'))
  expect(manifest).toMatchObject({ name, needs_review: false })
  const again = await home.run(['--skills-promote', name])
  expect(again).toMatchObject({ code: 1, stdout: '' })
  expect(again.stderr).toMatch(/^Error: cannot promote "auto-branch-changes-review": it is active, .*\nTry: .*\n$/)
})

it('archives a skill: kept whole, out of the folder and out of the router, and only once', async () => {
  const home = new Home()
  const name = await home.draft()
  const before = readdirSync(join(home.skills, name)).sort()
  const { code, json } = await home.run(['--skills-archive', name, '--json'])
  const skill = json<Shown>()
  expect({ code, status: skill.status }).toEqual({ code: 0, status: 'archived' })
  expect(skill.path.startsWith(join(dirname(home.skills), 'archive'))).toBe(true)
  expect(readdirSync(skill.path).sort()).toEqual(before)
  expect(existsSync(join(home.skills, name))).toBe(false)
  expect(await home.within((loop) => loop.route({ text: REVIEW }))).toMatchObject({ pick: null })
  const again = await home.run(['--skills-archive', name])
  expect(again).toMatchObject({ code: 1, stdout: '' })
  expect(again.stderr).toMatch(/^Error: cannot archive .*: it is archived, .*\nTry: .*\n$/)
  expect((await home.run(['--skills-promote', name])).code).toBe(1)
})

it('moves a skill through pin, unpin, archive, restore and revoke, and keeps each step in its history', async () => {
  const home = new Home()
  const name = await home.draft()
  const statuses = []
  for (const what of ['promote', 'pinned', 'active', 'archive', 'restore', 'revoke']) {
    const move = what === 'pinned' || what === 'active' ? ['skills', 'set', name, what] : [`--skills-${what}`, name]
    const { code, json } = await home.run([...move, '--json', '--reason', `so that ${what} is seen`])
    statuses.push([what, code, json<Shown>().status])
  }
  expect(statuses).toEqual([
    ['promote', 0, 'active'],
    ['pinned', 0, 'pinned'],
    ['active', 0, 'active'],
    ['archive', 0, 'archived'],
    ['restore', 0, 'staged'],
    ['revoke', 0, 'revoked'],
  ])
  const { json } = await home.run(['history', name, '--json'])
  expect(Object.keys(json())).toEqual(['skill', 'versions', 'ledger'])
  const { ledger } = json<{ ledger: { move: string; reason: string }[] }>()
  expect(ledger.map(({ move }) => move)).toEqual(['draft', 'promote', 'pin', 'unpin', 'archive', 'restore', 'revoke'])
  expect(ledger.at(-1)?.reason).toContain('so that revoke is seen')
  const again = await home.learn([4, 5, 6].map((n) => turn(REVIEW, `${n}`)))
  expect(again[2]?.draft).toMatchObject({ status: 'suppressed' })
})

it('rolls one skill back to what an entry of its history says, byte for byte', async () => {
  const home = new Home()
  const name = await home.draft()
  const file = join(home.skills, name, 'SKILL.md')
  const before = readFileSync(file)
  await home.move(name, 'promote')
  expect(readFileSync(file)).not.toEqual(before)
  expect((await home.run(['--skills-rollback', '1'])).code).toBe(0)
  expect(readFileSync(file)).toEqual(before)
  for (const [entry, code] of [
    ['99', 1],
    ['first', 1],
    ['', 1],
  ] as const) {
    const refused = await home.run(['--skills-rollback', entry])
    expect([refused.code, refused.stdout]).toEqual([code, ''])
    expect(refused.stderr).toMatch(/^Error: .*(entr|no skill is called).*\nTry: .*\n$/)
  }
})

it('writes the audit as Markdown to stdout and as JSON into the current folder', async () => {
  const home = new Home()
  const name = await home.draft()
  const person = join(home.skills, 'my-own')
  mkdirSync(person)
  writeFileSync(
    join(person, 'SKILL.md'),
    '---\nname: my-own\ndescription: Mine.\n---\n\nSee [it](references/gone.md).\n',
  )
  const { code, stdout, stderr } = await home.run(['--skills-audit'])
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(stdout).toMatch(/^# Skills audit\n/)
  expect(stdout).toContain(name)
  const kept: unknown = JSON.parse(readFileSync(join(home.work, '.wayland-core', 'skills-audit.json'), 'utf8'))
  expect(kept).toMatchObject({
    schema: 1,
    stale_days: 180,
    skills: expect.arrayContaining([expect.objectContaining({ name, score: 0.7, score_measured: false })]),
    findings: [
      { kind: 'needs_review', skills: [name], command: `wayland-core --skills-promote ${name}` },
      { kind: 'broken_ref', skills: ['my-own'], detail: expect.stringContaining('references/gone.md') },
    ],
  })
  const printed = await home.run(['--skills-audit', '--json'])
  expect(Object.keys(printed.json())).toEqual(fieldsOf('skills audit'))
})

it('takes a number of days for stale with the audit only', async () => {
  const home = new Home()
  await home.draft()
  const soon = await home.run(['--skills-audit', '--json', '--skills-audit-stale-days', '0.000001'])
  expect(soon.json()).toMatchObject({ stale_days: 0.000001 })
  const alone = await home.run(['--skills-audit-stale-days', '3'])
  expect(alone).toMatchObject({ code: 2, stdout: '' })
  expect(alone.stderr).toMatch(
    /^Error: --skills-audit-stale-days does nothing alone; it belongs to skills audit\nTry: /,
  )
  const elsewhere = await home.run(['skills', '--skills-audit-stale-days', '3'])
  expect(elsewhere).toMatchObject({ code: 2, stdout: '' })
  expect(elsewhere.stderr).toMatch(/skills does not take --skills-audit-stale-days, which belongs to skills audit/)
  for (const days of ['0', '-3', 'many', '']) {
    const { code, stderr } = await home.run(['--skills-audit', `--skills-audit-stale-days=${days}`])
    expect(code).toBe(2)
    expect(stderr).toMatch(/must be a number of days above 0/)
  }
})

it('says that the audit was printed although its file cannot be written', async () => {
  const home = new Home()
  writeFileSync(join(home.work, '.wayland-core'), 'a file where the folder should be')
  const { code, stdout, stderr } = await home.run(['--skills-audit'])
  expect(code).toBe(3)
  expect(stdout).toMatch(/^# Skills audit/)
  expect(stderr).toMatch(/^Error: the audit was printed, but cannot be kept in .*\nTry: .*\n$/)
})

it('names every place with whether it exists, and makes none of them', async () => {
  const home = new Home()
  const { code, json } = await home.run(['--skills-path', '--json'], {
    env: { WAYLAND_HOME: join(home.root, 'second') },
  })
  expect(code).toBe(0)
  expect(json()).toEqual({
    config: { path: join(home.config, 'wayland-core'), exists: false },
    config_file: { path: join(home.config, 'wayland-core', 'config.json'), exists: false },
    skills: { path: home.skills, exists: false },
    staging: { path: join(home.config, 'wayland-core', 'staging'), exists: false },
    data: { path: home.data, exists: false },
    database: { path: home.database, exists: false },
    archive: { path: join(dirname(home.skills), 'archive'), exists: false },
    secondary: { path: join(home.root, 'second', 'skills', 'auto'), exists: false },
  })
  expect([existsSync(home.config), existsSync(home.data)]).toEqual([false, false])
  await home.draft()
  const { stdout } = await home.run(['--skills-path'])
  expect(stdout).toMatch(new RegExp(`^database +yes +${home.database}$`, 'm'))
  expect(stdout).toMatch(/^secondary +no +not set \(WAYLAND_HOME\)$/m)
})

it('tells with status what was learned and what waits, and takes off what was reviewed', async () => {
  const home = new Home()
  const empty = await home.run(['status', '--json'])
  expect(Object.keys(empty.json())).toEqual(fieldsOf('status'))
  expect(empty.json()).toMatchObject({ turns: 0, last_turn_at: null, streaks: 0, skills: {}, waiting: [] })
  const name = await home.draft()
  const waiting = await home.run(['status'])
  expect(waiting.stdout).toMatch(/^turns recorded +3, the last at .*Z$/m)
  expect(waiting.stdout).toMatch(new RegExp(`^1 draft waits for your review\\n {2}${name} `, 'm'))
  await home.move(name, 'promote')
  const done = await home.run(['status', '--json'])
  expect(done.json()).toMatchObject({ skills: { active: 1 }, waiting: [] })
})

it('shows text of a skill without letting it steer the terminal', async () => {
  const home = new Home()
  const folder = join(home.skills, 'sly')
  mkdirSync(folder, { recursive: true })
  const sly = '---\nname: sly\ndescription: "Clears\\e[2J the screen."\n---\n\nA \u001b]0;title\u0007 body \u202e.\n'
  writeFileSync(join(folder, 'SKILL.md'), sly)
  for (const args of [['show', 'sly'], ['skills'], ['--skills-audit'], ['status']]) {
    const { code, stdout } = await home.run(args)
    expect(code).toBe(0)
    expect(stdout).not.toMatch(/[\u001b\u0007\u202e]/)
  }
})
