import { once } from 'node:events'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { request as send } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { finished, Home } from '../cli/command-line.ts'
import { called, connected, type Served, served } from './connections.ts'

const home = new Home()
let server: Served
beforeAll(async () => {
  server = await served(home)
})

interface Asked {
  readonly method?: string
  readonly path?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Buffer
}

const INITIALIZE = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'raw', version: '1' } },
})
const HEADERS = () => ({
  Authorization: `Bearer ${server.token}`,
  'Content-Type': 'application/json',
  Accept: 'application/json, text/event-stream',
})

/** One request by hand, since fetch sets Host by itself. */
async function ask({ method = 'POST', path = '/mcp', headers = {}, body = INITIALIZE }: Asked = {}) {
  const { port } = new URL(server.url)
  const sent = send({ host: '127.0.0.1', port, method, path, headers: { ...HEADERS(), ...headers } })
  sent.on('error', () => {})
  sent.end(body)
  const [response] = (await once(sent, 'response')) as [import('node:http').IncomingMessage]
  const chunks: Buffer[] = []
  for await (const chunk of response) chunks.push(chunk as Buffer)
  return { status: response.statusCode, headers: response.headers, text: Buffer.concat(chunks).toString('utf8') }
}

it.each(['TRACE', 'PUT', 'OPTIONS'])('answers %s with 405 and the methods that there are', async (method) => {
  const { status, headers } = await ask({ method, body: '' })
  expect([status, headers.allow]).toEqual([405, 'GET, POST, DELETE'])
  await isAlive()
})

const isAlive = async () => expect((await ask()).status).toBe(200)

describe('MCP over HTTP', () => {
  it('listens on the loopback interface, with a token that only its owner reads and that stays', async () => {
    expect(server.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/mcp$/)
    const file = join(home.data, 'mcp-token')
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(server.token).toMatch(/^[\w-]{43}$/)
    const second = home.start(['mcp', '--port', '0'])
    await once(second.stdout!, 'data')
    second.kill()
    expect(readFileSync(file, 'utf8').trim()).toBe(server.token)
  })

  it.each([
    ['no token', { Authorization: '' }, 401],
    ['a wrong token', { Authorization: `Bearer ${'x'.repeat(43)}` }, 401],
    ['a token of another scheme', { Authorization: 'Basic eDp5' }, 401],
    ['a foreign Host', { Host: 'evil.example' }, 403],
    ['a Host that only begins like ours', { Host: '127.0.0.1.evil.example' }, 403],
    ['a foreign Origin', { Origin: 'https://evil.example' }, 403],
    ['the Origin of a file', { Origin: 'null' }, 403],
  ])('refuses %s', async (_, headers, status) => {
    const refused = await ask({ headers })
    expect(refused.status).toBe(status)
    expect(JSON.parse(refused.text)).toMatchObject({ jsonrpc: '2.0', error: { message: expect.any(String) } })
    if (status === 401) expect(refused.headers['www-authenticate']).toBe('Bearer')
    await isAlive()
  })

  it('takes its own Origin, and localhost', async () => {
    const { port } = new URL(server.url)
    for (const headers of [{ Origin: `http://127.0.0.1:${port}` }, { Host: `localhost:${port}` }])
      expect((await ask({ headers })).status).toBe(200)
  })

  it.each([
    ['a body beyond the bound', { body: Buffer.alloc(2 * 1024 * 1024, 0x20) }, 413],
    ['what is no JSON', { body: '{' }, 400],
    ['what is no message', { body: '[1]' }, 400],
    ['another kind of body', { headers: { 'Content-Type': 'text/plain' } }, 415],
    ['another path', { path: '/other' }, 404],
    ['a path that is no URL', { path: '//' }, 404],
    ['a session that nobody opened', { headers: { 'Mcp-Session-Id': 'nobody' } }, 404],
    ['a message outside every session', { body: '{"jsonrpc":"2.0","id":1,"method":"tools/list"}' }, 400],
  ])('refuses %s, and lives', async (_, asked, status) => {
    expect((await ask(asked)).status).toBe(status)
    await isAlive()
  })

  it('lives through half requests and clients that go away', async () => {
    const { port } = new URL(server.url)
    for (const piece of [
      '',
      'POST /mcp HT',
      `POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99\r\n\r\n{"a`,
      '\0\xff',
    ]) {
      const socket = connect(Number(port), '127.0.0.1')
      socket.on('error', () => {})
      await once(socket, 'connect')
      socket.write(piece, 'latin1')
      socket.destroy()
    }
    await isAlive()
  })

  it('keeps serving when more clients come than it keeps sessions for', async () => {
    const client = await connected(home, ['http', 'auto'])
    for (let n = 0; n < 70; n++) await isAlive()
    expect((await called(client, 'list_drafts')).value).toEqual({ drafts: [] })
  })
})

describe('the command', () => {
  it('says which port is taken, and ends with 3', async () => {
    const { code, stdout, stderr } = await home.run(['mcp', '--port', new URL(server.url).port])
    expect({ code, stdout }).toEqual({ code: 3, stdout: '' })
    expect(stderr).toMatch(/^Error: port \d+ of this machine cannot be used \(EADDRINUSE\)\nTry: .*--port/)
  })

  it.each([
    [['mcp', '--json'], /--json needs --port/],
    [['mcp', '--port', 'x'], /--port must be a whole number/],
    [['mcp', '--port', '65536'], /--port must be a whole number/],
    [['mcp', 'now'], /mcp does not take "now"/],
  ])('refuses %j', async (args, words) => {
    const { code, stdout, stderr } = await home.run(args)
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toMatch(words)
  })

  it('says what is wrong with a token file that holds none', async () => {
    const other = new Home()
    await other.run(['skills'])
    writeFileSync(join(other.data, 'mcp-token'), 'short\n')
    expect(await other.run(['mcp', '--port', '0'])).toMatchObject({
      code: 3,
      stderr: expect.stringMatching(/mcp-token holds no token\nTry: Remove the file/),
    })
  })

  it('says a token for this run alone where no folder keeps one', async () => {
    const other = new Home()
    const child = other.start(['mcp', '--port', '0', '--json'], { env: { WAYLAND_SKILLS: 'off' } })
    const done = finished(child)
    await once(child.stdout!, 'data')
    child.kill()
    const { stdout, stderr } = await done
    expect(JSON.parse(stdout)).toMatchObject({ token_file: null })
    expect(stderr).toMatch(/^The bearer token of this run: [\w-]{43}$/m)
  })

  it('prints nothing but the protocol, whatever comes in, and ends with its input', async () => {
    const bad = '{\nnot json\n{"jsonrpc":"2.0","id":7,"method":"nope"}\n[]\n\0\n{"jsonrpc":"2.0"}\n'
    const child = home.start(['mcp', '--log-level', 'debug'])
    child.stdin?.write(`${INITIALIZE}\n${bad}`)
    let seen = ''
    child.stdout?.on('data', (chunk: Buffer) => {
      seen += chunk.toString('utf8')
      if (seen.includes('"id":7')) child.stdin?.end()
    })
    const { code, stdout } = await finished(child)
    expect(code).toBe(0)
    const lines = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>)
    for (const line of lines) expect(line.jsonrpc).toBe('2.0')
    expect(lines.find(({ id }) => id === 1)).toHaveProperty('result.serverInfo.name', 'wayland-core')
    expect(lines.find(({ id }) => id === 7)).toHaveProperty('error.code', -32601)
  })

  it('ends, and says why on stderr, when a message never ends', async () => {
    const child = home.start(['mcp'])
    child.stdin?.on('error', () => {})
    const piece = Buffer.alloc(1024 * 1024, 0x61)
    for (let n = 0; n < 12; n++) child.stdin?.write(piece)
    expect(await finished(child)).toMatchObject({
      code: 0,
      stdout: '',
      stderr: expect.stringMatching(/^Warning: .*size/),
    })
  })
})
