import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, expect, it, onTestFinished } from 'vitest'
import { usualSocket, writeAddress } from '../../../src/daemon/address.ts'
import { MAIN } from '../../cli/command-line.ts'
import { claudeCode as agent, review } from './agents.ts'
import { AgentHome } from './hooks.ts'

/** Asks the daemon of a home for a hint that somebody waits for until then. */
async function hint(home: AgentHome, session: string, until: number): Promise<object> {
  const asked = review(session, { request: 'please review the changes on my branch' })
  const payload = agent.payload('prompt', asked, join(home.root, agent.file(session)))
  const socket = connect(join(home.data, 'daemon.sock'))
  socket.end(`${JSON.stringify({ hook: agent.engine, payload, until })}\n`)
  return JSON.parse(await text(socket)) as object
}

it('a hint that nobody waits for any more is no offer', async () => {
  const home = new AgentHome()
  await home.promoted('review the changes on the branch')
  await home.daemon()
  const decisions = async () => (await home.within((loop) => loop.upkeep.tally())).decisions
  const before = await decisions()
  expect(await hint(home, 's8', Date.now() - 1)).toEqual({ answer: '', late: true })
  expect(await decisions()).toBe(before)
  expect(await hint(home, 's9', Date.now() + 600_000)).toEqual({ answer: expect.stringContaining('[wayland-core]') })
  expect(await decisions()).toBe(before + 1)
})

/** What a hook's stdout may be that takes no hint, as a shell gives it. */
const NO_READER: readonly (readonly [string, string])[] = [
  ['closed', '>&-'],
  ['a full disk', '> /dev/full'],
  ['a pipe whose reader is gone', '| true'],
]

/** How the hook comes to its answer. */
const WAYS: readonly (readonly [string, (home: AgentHome) => Promise<unknown>, Readonly<Record<string, string>>])[] = [
  ['a daemon', (home) => home.daemon(), {}],
  ['a process of its own', async () => {}, { WAYLAND_HOOK_DIRECT_MS: '60000' }],
]

describe.each(WAYS)('a hint of %s', (_, begin, more) => {
  it('is an offer where it was printed, and none where stdout takes nothing', { timeout: 120_000 }, async () => {
    const home = new AgentHome()
    const skill = await home.promoted('review the changes on the branch')
    await begin(home)
    const env = home.env({ WAYLAND_HOOK_DIRECT_MS: '0', WAYLAND_HOOK_WAIT_MS: '60000', ...more })
    const counts = () =>
      home.within(async (loop) => ({
        ...(await loop.review.skill(skill)).counts,
        decisions: (await loop.upkeep.tally()).decisions,
      }))
    const hook = (session: string, to: string): string => {
      const asked = review(session, { request: 'please review the changes on my branch' })
      const input = JSON.stringify(agent.payload('prompt', asked, join(home.root, agent.file(session))))
      // The pipe's reader has gone before the hook has read its prompt.
      const command = `{ sleep 0.3; cat; } | "$0" "$1" hook ${agent.engine} ${agent.events.prompt} --router-holdout=0 ${to}`
      return execFileSync('sh', ['-c', command, process.execPath, MAIN], { env, input, encoding: 'utf8' })
    }
    const before = await counts()
    for (const [what, to] of NO_READER) {
      expect(hook(`s-${to.length}`, to)).toBe('')
      expect(await counts(), what).toEqual(before)
    }
    // The agent had gone: too late for it.
    expect((await home.run(['status', '--json'])).json<Shown>().hints.late).toBe(NO_READER.length)
    expect(hook('s9', '')).toContain('[wayland-core]')
    expect(await counts()).toMatchObject({
      offered: before.offered + 1,
      loaded: before.loaded + 1,
      decisions: before.decisions + 1,
    })
    // The same prompt again, unheard: the hint that was printed is an offer still.
    expect(hook('s9', '> /dev/full')).toBe('')
    expect(await counts()).toMatchObject({ offered: before.offered + 1, decisions: before.decisions + 1 })
  })
})

interface Shown {
  readonly hints: { readonly answered: number; readonly held_out: number; readonly late: number }
}

it('a hint that a daemon decides on just in time and sends too late is taken back', async () => {
  const home = new AgentHome()
  mkdirSync(home.data, { recursive: true, mode: 0o700 })
  const asked: { readonly until?: number; readonly undelivered?: number }[] = []
  // A daemon whose answer is still on its way.
  const slow = createServer((connection) =>
    connection.on('data', (line) => void asked.push(JSON.parse(line.toString('utf8')) as (typeof asked)[number])),
  )
  const socket = usualSocket(home.data)
  await new Promise<void>((resolve) => void slow.listen(socket, resolve))
  onTestFinished(() => void slow.close())
  writeAddress(home.data, { pid: process.pid, socket, startedAt: new Date().toISOString() })
  const before = Date.now()
  const prompt = review('s1', { request: 'please review the changes on my branch' })
  const { code, stdout } = await home.hook(agent, 'prompt', prompt, { env: { WAYLAND_HOOK_WAIT_MS: '100' } })
  expect([code, stdout]).toEqual([0, ''])
  expect(asked).toMatchObject([{ until: expect.any(Number) }, { undelivered: expect.any(Number) }])
  expect(asked[1]?.undelivered).toBeGreaterThanOrEqual(before)
})

describe('prompts are counted by whether their hint was there in time', () => {
  const ask = async (home: AgentHome, session: string, env: Readonly<Record<string, string>>): Promise<string> => {
    const asked = review(session, { request: 'please review the changes on my branch' })
    const { code, stdout } = await home.hook(agent, 'prompt', asked, { env })
    expect(code).toBe(0)
    return stdout
  }
  const hints = async (home: AgentHome) => (await home.run(['status', '--json'])).json<Shown>().hints

  it('where no daemon runs: answered, killed at its deadline, without any time', { timeout: 120_000 }, async () => {
    const home = new AgentHome()
    await home.promoted('review the changes on the branch')
    expect(await ask(home, 's1', { WAYLAND_HOOK_DIRECT_MS: '60000' })).toContain('[wayland-core]')
    // Hints that a person does not want are not late.
    await ask(home, 's2', { WAYLAND_HOOK_DIRECT_MS: '0', WAYLAND_HOOK_WAIT_MS: '0' })
    expect(await hints(home)).toEqual({ answered: 1, held_out: 0, late: 0 })
    expect((await home.run(['status'])).stdout).not.toContain('late')
    expect((await home.run(['doctor'])).stdout).not.toContain('in time')
    expect(await ask(home, 's3', { WAYLAND_HOOK_DIRECT_MS: '1' })).toBe('')
    expect(await hints(home)).toEqual({ answered: 1, held_out: 0, late: 1 })
    expect(await ask(home, 's4', { WAYLAND_HOOK_DIRECT_MS: '0' })).toBe('')
    expect(await hints(home)).toEqual({ answered: 1, held_out: 0, late: 2 })
    const words = '2 of 3 prompts of the last 30 days had no hint in time'
    expect((await home.run(['status'])).stdout).toMatch(
      new RegExp(`hints late +${words}; try: wayland-core daemon install`),
    )
    const { stdout } = await home.run(['doctor'])
    expect(stdout).toMatch(new RegExp(`note +hints +${words}`))
    expect(stdout).toContain('Try hints: wayland-core daemon install')
    expect((await home.run(['status', '--json'])).stdout).not.toContain('please review')
  })

  it('where a request fits nothing, which is an answer', { timeout: 120_000 }, async () => {
    const home = new AgentHome()
    await home.promoted('review the changes on the branch')
    const asked = review('s1', { request: 'water the tomatoes behind the shed' })
    const { stdout } = await home.hook(agent, 'prompt', asked, { env: { WAYLAND_HOOK_DIRECT_MS: '60000' } })
    expect(stdout).toBe('')
    expect(await hints(home)).toEqual({ answered: 1, held_out: 0, late: 0 })
  })

  it('where it was held out, which status says, with the setting that ends it', { timeout: 120_000 }, async () => {
    const home = new AgentHome()
    await home.promoted('review the changes on the branch')
    const patient = { WAYLAND_HOOK_DIRECT_MS: '60000' }
    expect(await ask(home, 's1', patient)).toContain('[wayland-core]')
    expect((await home.run(['status'])).stdout).not.toContain('held out')
    const turn = review('s2', { request: 'please review the changes on my branch' })
    const stdin = JSON.stringify(agent.payload('prompt', turn, join(home.root, agent.file('s2'))))
    const words = ['hook', agent.engine, agent.events.prompt, '--router-holdout=1']
    expect(await home.run(words, { env: patient, stdin })).toMatchObject({ code: 0, stdout: '' })
    expect(await hints(home)).toEqual({ answered: 2, held_out: 1, late: 0 })
    expect((await home.run(['status'])).stdout).toMatch(/hints held out +1 of 2 of the last 30 days.*router\.holdout 0/)
  })

  it('where a daemon is stuck', { timeout: 120_000 }, async () => {
    const home = new AgentHome()
    await home.promoted('review the changes on the branch')
    const daemon = await home.daemon()
    expect(await ask(home, 's1', { WAYLAND_HOOK_WAIT_MS: '60000' })).toContain('[wayland-core]')
    daemon.kill('SIGSTOP')
    expect(await ask(home, 's2', { WAYLAND_HOOK_WAIT_MS: '20' })).toBe('')
    daemon.kill('SIGCONT')
    expect(await hints(home)).toEqual({ answered: 1, held_out: 0, late: 1 })
  })
})
