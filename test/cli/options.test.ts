import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { Home, REVIEW, TESTS, turn } from './command-line.ts'

const DAY_MS = 86_400_000
const observe = async (home: Home, flags: readonly string[], turns: readonly object[]) =>
  (await home.run(['observe', ...flags], { stdin: turns.map((t) => JSON.stringify(t)).join('\n') })).lines

it('home is where drafts are copied to', async () => {
  const home = new Home()
  const second = join(home.root, 'second')
  await observe(
    home,
    ['--home', second],
    [1, 2, 3].map((n) => turn(REVIEW, `${n}`)),
  )
  const copy = join(second, 'skills', 'auto', 'branch-changes-review', 'SKILL.md')
  expect(readFileSync(copy, 'utf8')).toBe(
    readFileSync(join(home.skills, 'auto-branch-changes-review', 'SKILL.md'), 'utf8'),
  )
})

it('bucket.expiryDays ends a streak that nothing was added to for so long', async () => {
  const at = (days: number) => ({ timestamp: new Date(Date.UTC(2026, 0, 1) + days * DAY_MS).toISOString() })
  const turns = [turn(REVIEW, '1', at(0)), turn(REVIEW, '2', at(3)), turn(REVIEW, '3', at(4))]
  const streaks = async (days: string) =>
    (await observe(new Home(), ['--bucket-expiry-days', days], turns)).map(({ streak }) => streak)
  expect(await streaks('5')).toEqual([1, 2, 3])
  expect(await streaks('2')).toEqual([1, 1, 2])
})

it('router.offer keeps drafts back until they are promoted', async () => {
  const home = new Home()
  const skill = await home.draft()
  const picked = async () =>
    (await home.run(['route', REVIEW, '--json', '--router-offer', 'active'])).json<{ pick: { skill: string } | null }>()
  expect((await picked()).pick).toBeNull()
  await home.move(skill, 'promote')
  expect((await picked()).pick?.skill).toBe(skill)
})

it('router.precision moves the bar: 0 offers whatever fits at all, 1 only what is sure', async () => {
  const home = new Home()
  await home.draft()
  const reason = async (precision: string) =>
    (await home.run(['route', 'weather in the branch', '--json', '--router-precision', precision])).json().reason
  expect(await reason('0')).toBe('picked')
  expect(await reason('1')).toBe('below_threshold')
})

it('config.dir and data.dir replace the folders', async () => {
  const home = new Home()
  const [config, data] = [join(home.root, 'c'), join(home.root, 'd')]
  await home.run(['status', '--config-dir', config, '--data-dir', data])
  expect([existsSync(join(data, 'wayland-core.db')), existsSync(home.data)]).toEqual([true, false])
  const { json } = await home.run(['--skills-path', '--json', `--config-dir=${config}`])
  expect(json()).toMatchObject({ skills: { path: join(config, 'wayland-core', 'skills') } })
})

it('log.level says more on stderr, or nothing', async () => {
  const home = new Home()
  writeFileSync(home.data, 'a file where the data folder should be')
  const said = async (level: string) =>
    (await home.run(['observe', '--log-level', level], { stdin: JSON.stringify(turn(REVIEW, level)) })).stderr
  expect(await said('silent')).toBe('')
  expect(await said('warn')).toMatch(/^Warning: no database/)
  const debug = (await said('debug'))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as object)
  expect(debug).toContainEqual(expect.objectContaining({ kind: 'turn', receipt: expect.anything() }))
})

it('reads the user’s file, and names what is wrong with it', async () => {
  const home = new Home()
  const folder = join(home.config, 'wayland-core')
  const file = join(folder, 'config.json')
  mkdirSync(folder, { recursive: true })
  writeFileSync(file, '{"bucket": {"threshold": 2}}')
  const lines = await observe(home, [], [turn(TESTS, '1'), turn(TESTS, '2')])
  expect(lines[1]?.draft?.status).toBe('drafted')
  const faults = [
    ['{"bucket": {"threshold": "many"}}', /"bucket\.threshold" in file .*config\.json must be a whole number/],
    ['{"bucket": {"treshold": 2}}', /there is no option "bucket\.treshold"/],
    ['{"bucket": ', /config\.json is not JSON/],
    ['[]', /must hold a JSON object/],
  ] as const
  for (const [text, words] of faults) {
    writeFileSync(file, text)
    const { code, stdout, stderr } = await home.run(['skills'])
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toMatch(words)
    expect(stderr).toMatch(/^Error: .*\nTry: .*\n$/)
  }
})
