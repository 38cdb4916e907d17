import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, utimesSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { running } from '../../../src/cli/daemon-peer.ts'
import type { Job } from '../../../src/daemon/job.ts'
import { seededRandom } from '../../../src/domain/bandit.ts'
import { REST_MS } from '../../../src/domain/rest.ts'
import { finished } from '../../cli/command-line.ts'
import { claudeCode as agent, review, write } from './agents.ts'
import { AgentHome, silent } from './hooks.ts'

const asked = review('s9', { request: 'please review the changes on my branch' })
const payloadOf = (home: AgentHome, event: 'prompt' | 'end', session: string) =>
  agent.payload(event, { ...asked, session }, join(home.root, agent.file(session)))

/** Sends bytes to the socket, and reads what comes until it closes; `end` closes our side. */
async function sent(home: AgentHome, text: string | Buffer, { end = true } = {}): Promise<string> {
  const socket = connect(join(home.data, 'daemon.sock'))
  const chunks: Buffer[] = []
  socket.on('data', (chunk) => chunks.push(chunk))
  socket.on('error', () => {})
  socket.write(text)
  if (end) socket.end()
  await new Promise((resolve) => socket.on('close', resolve))
  return Buffer.concat(chunks).toString('utf8')
}

describe('one daemon for each data folder', () => {
  it('names the first one, and ends with 3', async () => {
    const home = new AgentHome()
    const first = await home.daemon()
    for (const word of ['run', 'start']) {
      const { code, stderr } = await home.run(['daemon', word])
      expect(code).toBe(3)
      expect(stderr).toContain(`process ${first.pid}`)
    }
    expect(statSync(join(home.data, 'daemon.sock')).mode & 0o777).toBe(0o600)
    for (const name of ['daemon.json', 'daemon.log'])
      expect(statSync(join(home.data, name)).mode & 0o777, name).toBe(0o600)
  })

  it('ten that start at once are one', async () => {
    const home = new AgentHome()
    const children = Array.from({ length: 10 }, () => home.start(['daemon', 'run']))
    const codes = children.map((child) => finished(child).then(({ code }) => code))
    const { pid } = await home.until(() => home.heard())
    for (const [i, child] of children.entries()) if (child.pid !== pid) expect(await codes[i]).toBe(3)
    expect((await home.run(['daemon', 'stop'])).stdout).toContain(String(pid))
    expect(await codes[children.findIndex((child) => child.pid === pid)]).toBe(0)
  })

  it('ends in order on a signal, and takes over what a killed one left', async () => {
    const home = new AgentHome()
    const first = await home.daemon()
    first.kill('SIGKILL')
    await once(first, 'exit')
    expect(existsSync(join(home.data, 'daemon.sock'))).toBe(true)
    expect((await home.run(['daemon', 'status', '--json'])).json()).toMatchObject({ running: false, pid: null })
    const second = await home.daemon()
    second.kill('SIGTERM')
    expect(await once(second, 'exit')).toEqual([0, null])
    for (const name of ['daemon.sock', 'daemon.json']) expect(existsSync(join(home.data, name))).toBe(false)
    expect((await home.run(['daemon', 'stop'])).stdout).toBe('no daemon was running\n')
  })

  it('starts in the background, says what it logs, and stops', async () => {
    const home = new AgentHome()
    const started = await home.run(['daemon', 'start', '--json'])
    expect(started.json()).toMatchObject({ running: true, pid: expect.any(Number) })
    expect((await home.run(['daemon', 'logs'])).stdout).toContain('"started"')
    expect((await home.run(['daemon', 'stop'])).code).toBe(0)
    expect(await home.heard()).toBe(undefined)
  })

  it('finds another place for its socket where the path would be too long', async () => {
    const home = new AgentHome()
    const data = join(home.root, 'd'.repeat(120))
    const env = { WAYLAND_DATA_DIR: data, XDG_RUNTIME_DIR: home.root }
    const child = home.start(['daemon', 'run'], { env })
    await home.until(() => running(data))
    const { socket } = (await home.run(['daemon', 'status', '--json'], { env })).json<{ socket: string }>()
    expect(Buffer.byteLength(socket)).toBeLessThan(104)
    expect(statSync(join(socket, '..')).mode & 0o777).toBe(0o700)
    expect(existsSync(join(data, 'daemon.sock'))).toBe(false)
    child.kill('SIGTERM')
    await once(child, 'exit')

    // A folder that others may write to is none of ours, whoever made it.
    chmodSync(join(socket, '..'), 0o777)
    const { code, stderr } = await home.run(['daemon', 'run'], { env })
    expect(code).toBe(3)
    expect(stderr).toContain('other users may write in')
  })

  it('does not start where it is switched off, or cannot have a database', async () => {
    const home = new AgentHome()
    expect(await home.run(['daemon', 'run', '--skills', 'off'])).toMatchObject({ code: 3 })
    expect(await home.run(['daemon', 'start', '--skills', 'off'])).toMatchObject({ code: 3 })
    expect(await home.run(['daemon', 'dance'])).toMatchObject({ code: 2 })
    expect(await home.run(['daemon', 'stop', '--once'])).toMatchObject({ code: 2 })
  })

  it('ends, and says why, where its socket cannot be had', async () => {
    const home = new AgentHome()
    mkdirSync(join(home.data, 'daemon.sock'), { recursive: true })
    for (const word of ['run', 'start']) {
      const { code, stderr } = await home.run(['daemon', word])
      expect([code, stderr], word).toEqual([3, expect.stringContaining('daemon.sock')])
    }
    expect((await home.run(['daemon', 'logs'])).stdout).toContain('cannot run')
    // A process that did not end would still be waited for here.
    const closed = await home.run(['daemon', 'run'], { env: { WAYLAND_DATA_DIR: join(home.database, 'data') } })
    expect([closed.code, closed.stderr]).toEqual([3, expect.stringContaining('a daemon cannot run here')])
  })
})

it('killed again and again in the middle of its work it loses and doubles nothing', async () => {
  const home = new AgentHome()
  const random = seededRandom(6)
  const sessions = Array.from({ length: 60 }, (_, i) => review(`s${i}`, { request: `format report page ${i % 20}` }))
  let told = 0
  for (let round = 0; round < 6; round++) {
    const child = await home.daemon()
    const batch = sessions.slice(told, told + 10)
    told += batch.length
    for (const turn of batch) write(agent, home.root, turn)
    // Some through the socket: what was answered was accepted.
    await Promise.all(
      batch.map(async (turn, i) =>
        i % 2 === 0
          ? silent(await home.hook(agent, 'end', turn))
          : expect(
              await sent(
                home,
                `${JSON.stringify({ hook: 'claude-code', payload: payloadOf(home, 'end', turn.session) })}\n`,
              ),
            ).toBe('{"answer":""}\n'),
      ),
    )
    await wait(random() * 300)
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  await home.run(['daemon', 'run', '--once'])
  await home.run(['daemon', 'run', '--once'])
  expect(await home.status()).toMatchObject({ turns: 60, spooled: 0, put_aside: 0 })
})

it('reads what is written to a transcript after its last hook', async () => {
  const home = new AgentHome()
  await home.daemon()
  write(agent, home.root, review('s1'))
  silent(await home.hook(agent, 'end', review('s1')))
  await home.until(async () => (await home.heard())?.done === 1)
  // The next turn ends without a hook, and nothing has come since.
  write(agent, home.root, review('s1', { id: 'more', request: 'add unit tests for the parser' }))
  const before = new Date(Date.now() - 2 * REST_MS)
  utimesSync((payloadOf(home, 'end', 's1') as { transcript_path: string }).transcript_path, before, before)
  await home.until(async () => (await home.recorded()) === 2)
})

it('looks later at the run of a prompt that it answered, as its hook does where there is none', async () => {
  const home = new AgentHome()
  await home.draft()
  const spool = join(home.data, 'spool')
  const looks = () =>
    readdirSync(spool)
      .filter((name) => name.includes('+s1+'))
      .map((name) => ({ name, ...(JSON.parse(readFileSync(join(spool, name), 'utf8')) as Job), at: 0, after: 0 }))
  await home.hook(agent, 'prompt', { ...asked, session: 's1' })
  const byHook = looks()
  expect(byHook).toMatchObject([{ onlyTold: true, payload: { transcript_path: expect.any(String) } }])
  rmSync(join(spool, byHook[0]?.name ?? ''))
  await home.daemon()
  await home.hook(agent, 'prompt', { ...asked, session: 's1' })
  await home.until(async () => (await home.heard())?.waiting === 1)
  expect(looks()).toEqual(byHook)
})

describe('the socket', () => {
  it('takes requests one after the other, and an event as the script of a hook sends it', async () => {
    const home = new AgentHome()
    await home.draft()
    await home.daemon()
    const prompt = payloadOf(home, 'prompt', 's1')
    const frames = [{ status: true }, { hook: 'claude-code', payload: prompt }, { hook: 'nobody' }, { dance: true }, 7]
    const lines = (await sent(home, frames.map((frame) => `${JSON.stringify(frame)}\n`).join(''))).trim().split('\n')
    const [status, hint, nobody, dance, seven] = lines.map((line) => JSON.parse(line))
    expect(status.status).toMatchObject({ pid: expect.any(Number), waiting: 0 })
    expect(JSON.parse(hint.answer).hookSpecificOutput.additionalContext).toContain('auto-branch-changes-review')
    for (const refused of [nobody, dance, seven]) expect(refused).toEqual({ error: expect.any(String) })
    const hook = (event: string, text: string) => sent(home, posted(event, text), { end: false })
    for (const text of [JSON.stringify(prompt), `${JSON.stringify(prompt)}\n`, JSON.stringify(prompt, null, 2)])
      expect(await hook('UserPromptSubmit', text)).toMatch(/^HTTP.1.1 200 .*additionalContext/s)
    expect(await hook('Stop', JSON.stringify(payloadOf(home, 'end', 's1')))).toMatch(/^HTTP.1.1 204 /)
    for (const text of ['', 'no json']) expect(await hook('Stop', text)).toMatch(/^HTTP.1.1 409 /)
    expect(await hook('Stop/x', '{}')).toMatch(/^HTTP.1.1 409 /)
    expect(await sent(home, 'PUT / HTTP/1.1\r\nhost: daemon\r\n\r\n', { end: false })).toMatch(/^HTTP.1.1 409 /)
  })

  it('refuses what it cannot read, and lives', async () => {
    const home = new AgentHome()
    await home.daemon()
    expect(await sent(home, 'no json\n')).toContain('error')
    expect(await sent(home, '\n\n\n')).toBe('')
    expect(await sent(home, '{"hook":"claude-code","payload":{"hal')).toBe('')
    expect(await sent(home, Buffer.from([0xff, 0x00, 0xfe, 0x0a]))).toContain('error')
    expect(await sent(home, Buffer.alloc(100 * 1024 * 1024, 'x'))).not.toContain('answer')
    expect(await sent(home, posted('Stop', '{'.repeat(9 * 1024 * 1024)))).not.toContain('answer')
    expect(await sent(home, `${'['.repeat(100_000)}\n`)).toContain('error')
    await home.until(() => home.heard())
  })

  it('answers others while some clients say nothing', async () => {
    const home = new AgentHome()
    await home.daemon()
    const silentOnes = Array.from({ length: 100 }, () => {
      const socket = connect(join(home.data, 'daemon.sock'))
      socket.on('error', () => {})
      socket.write('{"half":')
      return socket
    })
    expect(await sent(home, '{"status":true}\n')).toContain('"status"')
    for (const socket of silentOnes) socket.destroy()
  })
})

/** An event over HTTP, as curl sends it. */
const posted = (event: string, text: string): string =>
  `POST /hook/claude-code/${event} HTTP/1.1\r\nhost: daemon\r\ncontent-length: ${Buffer.byteLength(text)}\r\n\r\n${text}`
