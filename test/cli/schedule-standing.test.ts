import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { Home } from './command-line.ts'
import { SchedulingHome, type Wire } from './scheduling-home.ts'

const home = new SchedulingHome()
const DAILY = ['--cron', '30 2 * * *', '--engine', 'claude-code']
const checks = async (env: Readonly<Record<string, string>> = home.path) =>
  (await home.run(['doctor', '--json'], { env }))
    .json<{ checks: { what: string; state: string; found: string; fix?: string }[] }>()
    .checks.filter(({ what }) => what === 'schedules')

it('lists schedules where the group is called alone, and names what is near a wrong word', async () => {
  const { stdout } = await home.schedule([])
  expect(stdout).toMatch(/^Nothing is scheduled/)
  expect((await home.schedule(['list'])).stdout).toBe(stdout)
  expect(await home.schedule(['pauze'])).toMatchObject({ code: 2, stderr: expect.stringContaining('schedule pause') })
})

it('tells in status and doctor of the next fire, the last failure, and a daemon that is needed', async () => {
  expect((await home.run(['status'])).stdout).not.toContain('schedules')
  expect(await checks()).toEqual([])
  // Its own process: the zone of one that runs is not changed by a variable.
  const env = { ...home.path, TZ: 'Europe/Berlin' }
  const { id } = (await home.runAlone(['schedule', 'add', 'tidy', ...DAILY, 'BREAK', '--json'], { env })).json<Wire>()
  expect((await home.run(['status'])).stdout).toMatch(/schedules +1 active; next tidy at .* 02:30 .*Europe\/Berlin\n/)
  expect(await checks()).toEqual([
    { what: 'schedules', state: 'note', found: expect.stringContaining('no daemon'), fix: 'wayland-core daemon start' },
  ])
  await home.schedule(['run', id])
  const { stdout } = await home.run(['status'])
  expect(stdout).toContain('No daemon runs')
  expect(stdout).toMatch(/tidy failed, .*no credit left.*schedule log/)
  expect((await home.run(['status', '--json'])).json()).toMatchObject({
    schedules: { active: 1, paused: 0, next: { id }, failed: [{ id }], daemon_needed: true },
  })
  await home.run(['daemon', 'start'])
  expect((await checks())[0]).toMatchObject({ state: 'ok', found: expect.stringContaining('1 with a failed run') })
  await home.run(['daemon', 'stop'])
})

it('tells in show that a skill was changed since it was copied', async () => {
  const file = join(home.skills, 'tidy', 'SKILL.md')
  const before = readFileSync(file, 'utf8')
  expect(await home.show('tidy')).toMatchObject({ copy_is_old: false })
  writeFileSync(file, before.replace('Tidy ', 'Clean '))
  expect(await home.show('tidy')).toMatchObject({ copy_is_old: true })
  expect((await home.schedule(['show', 'tidy'])).stdout).toContain('schedule refresh')
  writeFileSync(file, before)
})

it('says nothing of streaks where only schedules ran', async () => {
  const { stdout } = await home.run(['status'])
  expect(stdout).toMatch(/^turns recorded +1,/m)
  expect(stdout).not.toContain('Of ')
  expect((await home.run(['explain'])).stdout).toMatch(/ scheduled +\/sched-tidy BREAK$/m)
  const [turn] = (await home.run(['explain', '--json'])).json<{ turns: { turn_id: string }[] }>().turns
  const told = (await home.run(['explain', turn?.turn_id ?? ''])).stdout
  expect(told).toMatch(/^counts +no: scheduled: /m)
  expect(told).toContain('wayland-core schedule log tidy')
})

it('lets one rest and go on', async () => {
  expect((await home.schedule(['pause', 'tidy'])).stdout).toMatch(/rests/)
  expect(await home.show('tidy')).toMatchObject({ state: 'paused', next: [] })
  expect(await home.schedule(['pause', 'tidy'])).toMatchObject({ code: 1, stderr: expect.stringContaining('paused') })
  expect((await home.run(['status'])).stdout).toContain('0 active, 1 paused')
  expect(await home.schedule(['resume', 'tidy'])).toMatchObject({ code: 0 })
  expect((await home.show('tidy')).next).toHaveLength(3)
  expect(await home.schedule(['resume', 'tidy'])).toMatchObject({ code: 1, stderr: expect.stringContaining('active') })
})

it('gives the report of the agent to the command of --to and no more, and says where that fails', async () => {
  const got = join(home.root, 'got')
  const good = await home.add('sweep', [...DAILY, 'one', '--to', `cat > ${got}`])
  await home.schedule(['run', good])
  expect(readFileSync(got, 'utf8')).toBe('tidied')
  const broken = await home.add('sweep', [...DAILY, 'BREAK', '--to', `cat > ${got}`])
  await home.schedule(['run', broken])
  expect(readFileSync(got, 'utf8')).toContain('no credit left')
  const bad = await home.add('sweep', [...DAILY, 'two', '--to', 'echo full >&2; exit 4'])
  expect((await home.schedule(['run', bad])).stdout).toContain('the command of --to ended with exit code 4: full')
  for (const id of [good, broken, bad]) await home.schedule(['remove', id])
})

it('are in a backup with the copies of their skills and what they printed', async () => {
  const file = join(home.root, 'all.backup')
  await home.schedule(['run', 'tidy'])
  await home.run(['backup', file])
  const other = new Home()
  expect((await other.run(['restore', file])).code).toBe(0)
  const log = await other.run(['schedule', 'log', 'tidy'])
  expect(log.stdout).toContain('no credit left')
  expect((await other.run(['check'])).code).toBe(0)
  const text = (await other.run(['run', 'sched-tidy', 'x'])).stdout
  expect(text).toContain('Tidy x')
  expect(text).toMatch(/^This is a run of a schedule that exists: .* Create, change or remove no schedule/)
  expect(await other.run(['restore', file])).toMatchObject({ code: 1, stderr: expect.stringContaining('scheduled') })
})

it('are named by check and doctor where the next run would fail', async () => {
  expect((await checks({ PATH: '/usr/bin:/bin' }))[1]).toMatchObject({
    ...{ state: 'wrong', found: expect.stringContaining('"claude" is not in PATH') },
  })
  const copy = join(home.scheduled, 'skills', 'sched-tidy')
  writeFileSync(join(copy, 'SKILL.md'), 'no skill')
  expect(await home.run(['check'])).toMatchObject({
    code: 1,
    stdout: expect.stringMatching(/schedule: .*front matter/),
  })
  rmSync(copy, { recursive: true })
  expect((await home.run(['check'])).stdout).toContain('its copy of the skill is gone. Do: ')
})
