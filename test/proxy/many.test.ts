import { createHash } from 'node:crypto'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, it, onTestFinished } from 'vitest'
import { createCompanion } from '../../src/proxy/companion.ts'
import { serveProxy } from '../../src/proxy/serve.ts'
import { Home } from '../service/home.ts'
import { ask } from './ask.ts'
import { scriptedUpstream } from './scripted-upstream.ts'
import { RECORDINGS } from './streams.ts'

const STREAMS = Object.values(RECORDINGS).filter(([, { breaks, pieces }]) => breaks !== true && pieces.length < 500)

it('passes 200 streams of all dialects at once, each byte for byte, with learning beside them', async () => {
  const upstream = await scriptedUpstream(({ headers }) => STREAMS[Number(headers['x-stream'])]?.[1])
  const loop = await new Home().open()
  const errors: Error[] = []
  const companion = createCompanion({ loopOf: async () => loop, onError: (error) => errors.push(error) })
  const proxy = await serveProxy({ upstream: upstream.url, port: 0, companion })
  onTestFinished(() => proxy[Symbol.asyncDispose]())
  const body = JSON.stringify({ messages: [{ role: 'user', content: 'hi' }], input: 'hi' })
  const got = await Promise.all(
    Array.from({ length: 200 }, async (_, i) => {
      const n = i % STREAMS.length
      const { status, body: bytes } = await ask(`${proxy.url}${STREAMS[n]![0]}`, {
        headers: ['x-stream', String(n)],
        body,
      })
      return [n, status, digest([bytes])]
    }),
  )
  const wanted = got.map((_, i) => {
    const n = i % STREAMS.length
    const { status, pieces } = STREAMS[n]![1]
    return [n, status, digest(pieces)]
  })
  expect(got).toEqual(wanted)
  await companion.settled()
  expect(errors).toEqual([])
})

const digest = (pieces: readonly Buffer[]) => createHash('sha256').update(Buffer.concat(pieces)).digest('hex')

it('holds little of a long stream that the client takes slowly, and of a long body', async () => {
  const piece = Buffer.alloc(1024 * 1024, 'x')
  const size = 96
  const pieces = Array.from({ length: size }, () => piece)
  const upstream = await scriptedUpstream(() => ({ status: 200, headers: [], pieces }))
  await using proxy = await serveProxy({ upstream: upstream.url, port: 0 })
  const collectGarbage = garbageCollector()
  const held = () => {
    // What the first finds is freed by a thread beside this one, which the second waits for.
    collectGarbage()
    collectGarbage()
    return process.memoryUsage().arrayBuffers
  }
  const before = held()
  let most = 0
  let received = 0
  let seen = 0
  const response = await fetch(`${proxy.url}/v1/chat/completions`, { method: 'POST', body: '{}' })
  for await (const chunk of response.body!) {
    received += chunk.length
    if (received - seen < 12 * piece.length) continue
    seen = received
    most = Math.max(most, held() - before)
  }
  expect(received).toBe(size * piece.length)
  // 16 to 19 MiB were seen: buffers of the sockets, and what the client has not taken.
  expect(most).toBeLessThan((size / 3) * piece.length)
  const long = Buffer.alloc(40 * 1024 * 1024, ' ')
  await ask(`${proxy.url}/v1/chat/completions`, { body: long })
  expect(upstream.arrived.at(-1)?.body.equals(long)).toBe(true)
})

/** Buffers that nobody holds count as long as they are not collected. */
function garbageCollector(): () => void {
  setFlagsFromString('--expose-gc')
  try {
    return runInNewContext('gc') as () => void
  } finally {
    // Files of tests share a process, and V8 refuses stored code under other flags than those it was made with.
    setFlagsFromString('--no-expose-gc')
  }
}
