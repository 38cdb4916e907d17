import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, it } from 'vitest'
import { serveProxy } from '../../src/proxy/serve.ts'
import { EVIL } from './framings.ts'
import { POLICIES, readMessages } from './lenient-http.ts'
import { lenientUpstream } from './raw-upstream.ts'

const CHUNKS = '5\r\nhello\r\n0\r\n\r\n'

/** Fields and body, each with what the upstream is to get of it: the body of one request, or nothing. */
const FRAMINGS: Readonly<Record<string, readonly [fields: string, body: string, arrives: string | undefined]>> = {
  'a body of chunks': ['Transfer-Encoding: chunked', CHUNKS, 'hello'],
  'a body with a length': ['Content-Length: 5', 'hello', 'hello'],
  'CL.TE': [`Content-Length: ${CHUNKS.length + EVIL.length}\r\nTransfer-Encoding: chunked`, CHUNKS + EVIL, undefined],
  'TE.CL': [
    'Transfer-Encoding: chunked\r\nContent-Length: 4',
    `5c\r\n${EVIL}${' '.repeat(60)}\r\n0\r\n\r\n`,
    undefined,
  ],
  'TE.TE with another coding': ['Transfer-Encoding: chunked\r\nTransfer-Encoding: x', CHUNKS + EVIL, undefined],
  'a coding before the chunks': ['Transfer-Encoding: gzip, chunked', CHUNKS, undefined],
  'a coding with a prefix': [`Transfer-Encoding: xchunked\r\nContent-Length: ${EVIL.length}`, EVIL, undefined],
  'Connection that names the coding': ['Connection: transfer-encoding\r\nTransfer-Encoding: chunked', CHUNKS, 'hello'],
  'Connection that names the length': ['Connection: content-length\r\nContent-Length: 5', 'hello', 'hello'],
  'an extension of a chunk': ['Transfer-Encoding: chunked', '5;a="b"\r\nhello\r\n0\r\n\r\n', 'hello'],
  'bare line feeds': ['X: y\nTransfer-Encoding: chunked', CHUNKS + EVIL, undefined],
  'a folded line': ['Transfer-Encoding:\r\n chunked', CHUNKS + EVIL, undefined],
  'two lengths': ['Content-Length: 5\r\nContent-Length: 60', `hello${EVIL}`, undefined],
  'a length with a sign': ['Content-Length: +5', 'hello', undefined],
  'a blank before the colon': ['Content-Length : 5', 'hello', undefined],
  trailers: ['Transfer-Encoding: chunked\r\nTrailer: X', '5\r\nhello\r\n0\r\nX: y\r\n\r\n', 'hello'],
  'a switch of protocols': ['Connection: Upgrade\r\nUpgrade: websocket\r\nContent-Length: 5', 'hello', 'hello'],
  'a client that waits for 100': ['Expect: 100-continue\r\nContent-Length: 5', 'hello', 'hello'],
}

it.each(Object.entries(FRAMINGS))('%s: one request arrives, or none', async (_, [fields, body, arrives]) => {
  // A GET too: Node frames the body of one by nothing that it is not told.
  for (const method of ['POST', 'GET']) {
    await using upstream = await lenientUpstream(() => 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok')
    await using proxy = await serveProxy({ upstream: upstream.url, port: 0 })
    await raw(proxy.url, `${method} PATH/v1/embeddings HTTP/1.1\r\nHost: 127.0.0.1\r\n${fields}\r\n\r\n${body}`)
    const read = POLICIES.map((policy) => upstream.seen.map(({ bytes }) => readMessages(bytes, policy)))
    const one = { messages: [{ start: `${method} /v1/embeddings HTTP/1.1`, body: arrives }], rest: 0 }
    expect(read).toEqual(Array(POLICIES.length).fill(arrives === undefined ? [] : [one]))
  }
})

it.each(['http://127.0.0.1/v1/evil', '*', '/~T/v1/x#/v1/evil', 'v1/evil'])('refuses the target %s', async (target) => {
  await using upstream = await lenientUpstream(() => '')
  await using proxy = await serveProxy({ upstream: upstream.url, port: 0, secret: 'T' })
  const [answer] = readMessages(
    await raw(proxy.url, `OPTIONS ${target} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`),
    POLICIES[0]!,
  ).messages
  expect(answer?.start ?? 'closed').toMatch(/ 400 |closed/)
  expect(upstream.seen).toEqual([])
})

it('passes no TRACE on, whose answer would hold the keys of its headers', async () => {
  await using upstream = await lenientUpstream(() => '')
  await using proxy = await serveProxy({ upstream: upstream.url, port: 0 })
  expect(await raw(proxy.url, 'TRACE PATH/v1/x HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n')).toMatch(/^HTTP\/1\.1 405 /)
  expect(upstream.seen).toEqual([])
})

it('an upstream that says more than its answer, or something else, reaches no other request', async () => {
  const more = 'HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nevil'
  for (const odd of [
    `HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok${more}`,
    `HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n${more}`,
    'HTTP/1.1 200 \0\r\nContent-Length: 2\r\n\r\nok',
  ]) {
    await using upstream = await lenientUpstream((start) =>
      start.includes('/odd') ? odd : more.replace('evil', 'mine'),
    )
    await using proxy = await serveProxy({ upstream: upstream.url, port: 0 })
    const ask = (path: string) =>
      raw(proxy.url, `GET PATH${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n`)
    expect(await ask('/odd')).not.toContain('evil')
    expect(await ask('/v1/models')).toMatch(/mine$/)
  }
})

/** Sends bytes by hand, `PATH` being where the proxy's address begins; what was answered within a moment. */
async function raw(url: string, bytes: string): Promise<string> {
  const { port, pathname } = new URL(url)
  const socket = connect(Number(port), '127.0.0.1')
  let said = ''
  socket.on('data', (chunk) => {
    said += chunk.toString('latin1')
  })
  socket.on('error', () => {})
  socket.setTimeout(200, () => socket.destroy())
  socket.write(bytes.replace('PATH', pathname), 'latin1')
  await once(socket, 'close')
  return said
}
