import { once } from 'node:events'
import { createServer, request as send } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import type { Passage } from '../../src/proxy/forward.ts'
import { serveProxy } from '../../src/proxy/serve.ts'
import { ask } from './ask.ts'
import { type Choose, scriptedUpstream } from './scripted-upstream.ts'
import { RECORDINGS } from './streams.ts'

async function through(choose: Choose, base = '') {
  const upstream = await scriptedUpstream(choose)
  const passages: Passage[] = []
  const proxy = await serveProxy({ upstream: `${upstream.url}${base}`, port: 0, tell: (one) => passages.push(one) })
  onTestFinished(() => proxy[Symbol.asyncDispose]())
  return { upstream, proxy, passages }
}

/** Without what belongs to one connection. */
const fields = (raw: readonly string[]) =>
  raw.flatMap((name, i) => {
    const isOwn = i % 2 === 1 || /^(?:connection|keep-alive|transfer-encoding)$/i.test(name)
    return isOwn ? [] : [`${name}: ${raw[i + 1]}`]
  })

it.each(Object.entries(RECORDINGS))('passes back %s byte for byte', async (_, [path, recording]) => {
  const { upstream, proxy } = await through(() => recording)
  const body = '{ "model":"m",\r\n "input": "Gr\\u00fc\u00dfe",  "messages":[ {"role":"user","content":"hi"} ] }'
  const headers = ['Authorization', 'Bearer sk-x', 'X-Odd', 'a', 'x-odd', 'b', 'Accept-Encoding', 'gzip']
  const direct = await ask(`${upstream.url}${path}`, { headers, body })
  const passed = await ask(`${proxy.url}${path}`, { headers, body })
  expect(passed.body.equals(direct.body)).toBe(true)
  expect(passed.body.equals(Buffer.concat(recording.pieces))).toBe(true)
  expect({ ...passed, raw: fields(passed.raw), body: '' }).toEqual({ ...direct, raw: fields(direct.raw), body: '' })
  expect(passed.isWhole).toBe(recording.breaks !== true)
  const [one, other] = upstream.arrived
  expect(other?.path).toBe(path)
  expect(other?.body.toString()).toBe(body)
  expect(fields(other?.raw ?? [])).toEqual(fields(one?.raw ?? []))
})

it('passes requests without a body, and counts a version that both URLs name once', async () => {
  const answer = { status: 200, headers: [], pieces: [Buffer.from('{}')] }
  const { upstream, proxy } = await through(() => answer, '/v1')
  expect((await ask(`${proxy.url}/v1/models?limit=2`, { method: 'GET' })).body.toString()).toBe('{}')
  await ask(`${proxy.url}/models`, { method: 'GET' })
  expect(upstream.arrived.map(({ method, path, body }) => [method, path, body.length])).toEqual([
    ['GET', '/v1/models?limit=2', 0],
    ['GET', '/v1/models', 0],
  ])
})

it('hands on each piece before the upstream sends the next', async () => {
  const wait: (() => void)[] = []
  const server = createServer((request, response) => {
    request.resume()
    response.writeHead(200)
    response.write('first')
    wait.push(() => response.end('second'))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const upstream = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  await using proxy = await serveProxy({ upstream, port: 0 })
  const response = await fetch(`${proxy.url}/v1/messages`, { method: 'POST', body: '{}' })
  const reader = response.body!.getReader()
  expect(Buffer.from((await reader.read()).value!).toString()).toBe('first')
  for (const go of wait) go()
  expect(Buffer.from((await reader.read()).value!).toString()).toBe('second')
})

it('takes the abort of a client to the upstream', async () => {
  const seen: string[] = []
  const { proxy, passages } = await through((_, message) => {
    seen.push('arrived')
    message.socket.once('close', () => seen.push('closed'))
    return undefined
  })
  const sent = send(`${proxy.url}/v1/chat/completions`, { method: 'POST' })
  sent.on('error', () => {})
  sent.end('{}')
  await expect.poll(() => seen).toEqual(['arrived'])
  sent.destroy()
  await expect.poll(() => seen).toEqual(['arrived', 'closed'])
  await expect.poll(() => passages).toMatchObject([{ path: '/v1/chat/completions', error: 'the client went away' }])
})

it('answers 502 where nothing listens, and says so in the log', async () => {
  const passages: Passage[] = []
  await using proxy = await serveProxy({ upstream: 'http://127.0.0.1:1', port: 0, tell: (one) => passages.push(one) })
  const { status, body } = await ask(`${proxy.url}/v1/messages`, { body: '{}' })
  expect(status).toBe(502)
  expect(JSON.parse(body.toString())).toMatchObject({ type: 'error', error: { message: /ECONNREFUSED/ } })
  await expect.poll(() => passages).toMatchObject([{ status: 502, error: /ECONNREFUSED/ }])
})

it('gives each request a connection of its own', async () => {
  const used = new Set<object>()
  const { upstream, proxy } = await through((_, { socket }) => {
    used.add(socket)
    return { status: 200, headers: [], pieces: [Buffer.from('ok')] }
  })
  for (let i = 0; i < 3; i++) await ask(`${proxy.url}/v1/embeddings`, { body: '{"input":"x"}' })
  expect(upstream.arrived.map(({ body }) => body.toString())).toEqual(Array(3).fill('{"input":"x"}'))
  expect(used.size).toBe(3)
})

it('refuses requests for another host and from pages of another origin', async () => {
  const { upstream, proxy } = await through(() => undefined)
  const { port } = new URL(proxy.url)
  for (const headers of [{ Host: 'evil.test' }, { Host: `localhost:${port}`, Origin: 'https://evil.test' }]) {
    const sent = send({ host: '127.0.0.1', port, method: 'POST', path: '/v1/messages', headers })
    sent.end('{}')
    const [{ statusCode }] = (await once(sent, 'response')) as [{ statusCode: number }]
    expect(statusCode).toBe(403)
  }
  expect(upstream.arrived).toEqual([])
})
