import { once } from 'node:events'
import { appendFileSync, existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { claudeCode as agent, review } from './agents.ts'
import { AgentHome, silent } from './hooks.ts'

const SKILL = 'auto-branch-changes-review'
const asked = review('s9', { request: 'please review the changes on my branch' })
/** Only a daemon can answer. */
const DAEMON_ONLY = { WAYLAND_HOOK_DIRECT_MS: '0', WAYLAND_HOOK_WAIT_MS: '60000' }
const fifoOf = (home: AgentHome) => join(home.data, 'daemon.fifo')
const answersOf = (home: AgentHome) => join(home.data, 'answers')

async function learned(): Promise<AgentHome> {
  const home = new AgentHome()
  await home.draft()
  return home
}

it('a prompt is answered with no socket, by a pipe and a file that are the user’s alone and are gone afterwards', async () => {
  const home = await learned()
  const daemon = await home.daemon()
  rmSync(join(home.data, 'daemon.sock'))
  expect(statSync(fifoOf(home)).isFIFO()).toBe(true)
  expect(statSync(fifoOf(home)).mode & 0o777).toBe(0o600)
  const { code, stdout } = await home.hook(agent, 'prompt', asked, { env: DAEMON_ONLY })
  expect([code, stdout]).toEqual([0, expect.stringContaining(SKILL)])
  silent(await home.hook(agent, 'prompt', { ...asked, request: 'bake a sourdough bread' }, { env: DAEMON_ONLY }))
  expect(readdirSync(answersOf(home))).toEqual([])
  expect(statSync(answersOf(home)).mode & 0o777).toBe(0o700)
  daemon.kill('SIGTERM')
  await once(daemon, 'exit')
  for (const path of [fifoOf(home), answersOf(home)]) expect(existsSync(path)).toBe(false)
})

it('a prompt that is too long for the pipe goes by the socket', async () => {
  const home = await learned()
  await home.daemon()
  const long = { ...asked, request: `${asked.request}: ${'and look at the tests. '.repeat(400)}` }
  const read = (await home.run(['route', long.request, '--json'])).json<{ pick: object | null }>()
  const { code, stdout } = await home.hook(agent, 'prompt', long, { env: DAEMON_ONLY })
  expect([code, stdout !== '']).toEqual([0, read.pick !== null])
})

it('an answer finds its folder also where somebody removed that, and a daemon without a pipe answers by its socket', async () => {
  const home = await learned()
  const daemon = await home.daemon()
  expect((await home.hook(agent, 'prompt', asked, { env: DAEMON_ONLY })).stdout).toContain(SKILL)
  rmSync(answersOf(home), { recursive: true })
  rmSync(fifoOf(home))
  expect((await home.hook(agent, 'prompt', { ...asked, session: 's8' }, { env: DAEMON_ONLY })).stdout).toContain(SKILL)
  daemon.kill('SIGTERM')
  expect(await once(daemon, 'exit')).toEqual([0, null])
})

it('thirty prompts at once are all answered, each with its own answer', async () => {
  const home = await learned()
  await home.daemon()
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, i) =>
      home.hook(
        agent,
        'prompt',
        i % 3 === 0 ? { ...asked, session: `n${i}`, request: 'bake a bread' } : { ...asked, session: `s${i}` },
        {
          env: DAEMON_ONLY,
        },
      ),
    ),
  )
  for (const [i, { code, stdout }] of answers.entries())
    expect([code, stdout.includes(SKILL)]).toEqual([0, i % 3 !== 0])
})

it('what a killed daemon left keeps nobody waiting, and nothing of the prompt', async () => {
  const home = await learned()
  const daemon = await home.daemon()
  daemon.kill('SIGKILL')
  await once(daemon, 'exit')
  expect(existsSync(fifoOf(home))).toBe(true)
  silent(await home.hook(agent, 'prompt', asked, { env: DAEMON_ONLY }))
  rmSync(fifoOf(home))
  writeFileSync(fifoOf(home), '')
  silent(await home.hook(agent, 'prompt', asked, { env: DAEMON_ONLY }))
  expect(readFileSync(fifoOf(home), 'utf8')).toBe('')
  await home.daemon()
  const { stdout } = await home.hook(agent, 'prompt', asked, { env: DAEMON_ONLY })
  expect(stdout).toContain(SKILL)
})

it('what is no request is passed over, and an answer is put nowhere else', async () => {
  const home = await learned()
  await home.daemon()
  const request = { hook: 'claude-code', payload: agent.payload('prompt', asked, '') }
  const lines = ['no json', '[]', '7', '{}', '{"to":7,"hook":"claude-code"}', '\0\xff', JSON.stringify(request)]
  for (const to of ['../stolen', '/tmp/stolen', '', 'a/b', '.hidden', 'x'.repeat(65)])
    lines.push(JSON.stringify({ to, ...request }))
  lines.push(JSON.stringify({ to: 'good', ...request }), JSON.stringify({ to: 'nobody', hook: 'nobody', payload: {} }))
  for (const line of lines) appendFileSync(fifoOf(home), `${line}\n`)
  await home.until(async () => ['good', 'nobody'].every((to) => existsSync(join(answersOf(home), to))))
  expect(readdirSync(answersOf(home)).sort()).toEqual(['good', 'nobody'])
  expect(readFileSync(join(answersOf(home), 'good'), 'utf8')).toContain(SKILL)
  expect(readFileSync(join(answersOf(home), 'nobody'), 'utf8')).toBe('')
  expect(existsSync(join(home.data, 'stolen'))).toBe(false)
  // Longer than any request, and never ended: dropped, and the next one is heard.
  appendFileSync(fifoOf(home), 'x'.repeat(200_000))
  appendFileSync(fifoOf(home), '\n')
  expect((await home.hook(agent, 'prompt', asked, { env: DAEMON_ONLY })).stdout).toContain(SKILL)
})
