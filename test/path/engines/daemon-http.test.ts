import { readFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { removeHomes } from '../../cli/command-line.ts'
import { claudeCode as agent, review, write } from './agents.ts'
import { AgentHome } from './hooks.ts'

removeHomes()

const asked = review('s9', { request: 'please review the changes on my branch' })
const payloadOf = (home: AgentHome, event: 'prompt' | 'end', session: string) =>
  agent.payload(event, { ...asked, session }, join(home.root, agent.file(session)))

describe('over HTTP', () => {
  interface Asked {
    readonly method?: string
    readonly path?: string
    readonly headers?: Record<string, string>
    readonly body?: string | Buffer
  }

  async function ask(home: AgentHome, { method = 'POST', path = '/hook/claude-code', headers = {}, body = '' }: Asked) {
    const { port } = JSON.parse(readFileSync(join(home.data, 'daemon.json'), 'utf8')) as { port: number }
    const token = readFileSync(join(home.data, 'daemon.token'), 'utf8').trim()
    return await new Promise<{ code: number; text: string }>((resolve) => {
      const call = request(
        { host: '127.0.0.1', port, method, path, headers: { authorization: `Bearer ${token}`, ...headers } },
        (answer) => {
          const chunks: Buffer[] = []
          answer.on('data', (chunk: Buffer) => chunks.push(chunk))
          answer.on('close', () => resolve({ code: answer.statusCode ?? 0, text: Buffer.concat(chunks).toString() }))
        },
      )
      call.on('error', () => resolve({ code: 0, text: '' }))
      call.end(body)
    })
  }

  it('answers hooks in the protocol of the agent', async () => {
    const home = new AgentHome()
    await home.draft()
    await home.daemon()
    const { code, text } = await ask(home, { body: JSON.stringify(payloadOf(home, 'prompt', 's1')) })
    expect(code).toBe(200)
    expect(JSON.parse(text).hookSpecificOutput.additionalContext).toContain('auto-branch-changes-review')
    write(agent, home.root, review('s1'))
    const end = JSON.stringify(payloadOf(home, 'end', 's1'))
    expect(await ask(home, { path: '/hook/claude-code/Stop', body: end })).toEqual({ code: 200, text: '{}' })
    await home.until(async () => (await home.recorded()) === 4)
    expect(await ask(home, { method: 'GET', path: '/status' })).toMatchObject({ code: 200 })
  })

  it('refuses whoever has no token, comes by another name or from another origin', async () => {
    const home = new AgentHome()
    await home.daemon()
    const body = JSON.stringify(payloadOf(home, 'end', 's1'))
    for (const [headers, code] of [
      [{ authorization: 'Bearer wrong' }, 401],
      [{ authorization: '' }, 401],
      [{ authorization: `Basic ${'x'.repeat(64)}` }, 401],
      [{ host: 'evil.example' }, 403],
      [{ host: '127.0.0.1' }, 403],
      [{ host: 'localhost.evil.example:80' }, 403],
      [{ origin: 'https://evil.example' }, 403],
      [{ origin: 'null' }, 403],
    ] as const)
      expect(await ask(home, { headers, body }), JSON.stringify(headers)).toMatchObject({ code })
    expect(await home.status()).toMatchObject({ spooled: 0 })
    expect(await ask(home, { body })).toMatchObject({ code: 200 })
  })

  it('refuses what it does not know, cannot read or is too large, and lives', async () => {
    const home = new AgentHome()
    await home.daemon()
    for (const [how, code] of [
      [{ path: '/' }, 404],
      [{ path: '/hook' }, 404],
      [{ path: '/hook/nobody', body: '{}' }, 404],
      [{ path: '/hook/claude-code/Stop/more', body: '{}' }, 404],
      [{ path: '/../../etc/passwd' }, 404],
      [{ method: 'GET' }, 405],
      [{ body: '{"half":' }, 400],
      [{ body: '' }, 400],
      [{ headers: { 'content-length': '104857600' }, body: 'x' }, 413],
    ] as const)
      expect(await ask(home, how), JSON.stringify(how)).toMatchObject({ code })
    const { code } = await ask(home, { body: Buffer.alloc(100 * 1024 * 1024, 'x') })
    expect([0, 413]).toContain(code)
    await home.until(() => home.heard())
  })
})
