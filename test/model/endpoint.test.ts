import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openEndpoint } from '../../src/model/endpoint.ts'
import { vectorModelConformance } from './vector-model-conformance.ts'

interface Asked {
  readonly url: string | undefined
  readonly authorization: string | undefined
  readonly body: { readonly model: string; readonly input: string[] }
}

/** A server on this machine that answers as it is told; `asked` is what it was sent. */
async function serve(
  answer: (asked: Asked, response: ServerResponse) => void,
): Promise<{ url: string; asked: Asked[] }> {
  const asked: Asked[] = []
  const server = createServer((request: IncomingMessage, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const body = JSON.parse(Buffer.concat(parts).toString()) as Asked['body']
      asked.push({ url: request.url, authorization: request.headers.authorization, body })
      answer(asked.at(-1)!, response)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, asked }
}

const vectorOf = (text: string): number[] => [text.length, text.charCodeAt(0), 1]
const json = (response: ServerResponse, value: unknown) => response.end(JSON.stringify(value))
const rows = (input: readonly string[]) => input.map((text, index) => ({ index, embedding: vectorOf(text) }))
const right = ({ body }: Asked, response: ServerResponse) => json(response, { data: rows(body.input).reverse() })

describe('the endpoint', () => {
  vectorModelConformance(async () => openEndpoint({ url: (await serve(right)).url, model: 'small' }))

  it('asks /embeddings below its base for a model, with the key as a bearer token', async () => {
    const { url, asked } = await serve(right)
    await openEndpoint({ url: `${url}/`, model: 'small', key: 'sk-test' }).embed(['a', 'b'])
    await openEndpoint({ url: `${url}/embeddings?version=1`, model: 'small' }).embed(['c'])
    expect(asked.map(({ url, authorization }) => [url, authorization])).toEqual([
      ['/v1/embeddings', 'Bearer sk-test'],
      ['/v1/embeddings?version=1', undefined],
    ])
    expect(asked[0]?.body).toMatchObject({ model: 'small', input: ['a', 'b'] })
  })

  it.each<[string, (asked: Asked, response: ServerResponse) => unknown, RegExp]>([
    ['no JSON', (_, r) => r.end('<html>'), /0 vectors for 2 texts/],
    ['other JSON', (_, r) => json(r, { vectors: [] }), /0 vectors for 2 texts/],
    ['null', (_, r) => json(r, null), /0 vectors for 2 texts/],
    ['rows of null', (_, r) => json(r, { data: [null, null] }), /no vector/],
    ['too few vectors', (_, r) => json(r, { data: rows(['a']) }), /1 vectors for 2 texts/],
    [
      'one index twice',
      (_, r) => json(r, { data: rows(['a', 'b']).map((row) => ({ ...row, index: 1 })) }),
      /no vector/,
    ],
    [
      'an index far out',
      (_, r) =>
        json(r, {
          data: [
            { index: 4e9, embedding: [1] },
            { index: 0, embedding: [1] },
          ],
        }),
      /./,
    ],
    ['text in a vector', (_, r) => json(r, { data: [{ embedding: [1] }, { embedding: ['1'] }] }), /no vector/],
    [
      'vectors of two lengths',
      (_, r) => json(r, { data: [{ embedding: [1] }, { embedding: [1, 2] }] }),
      /where 1 were due/,
    ],
    ['an empty vector', (_, r) => json(r, { data: [{ embedding: [] }, { embedding: [] }] }), /no vector/],
    ['500', (_, r) => r.writeHead(500).end('secret trace'), /answered 500/],
    ['401', (_, r) => r.writeHead(401).end(), /answered 401/],
    ['a redirect', (_, r) => r.writeHead(307, { location: 'http://127.0.0.1:9/' }).end(), /cannot be reached/],
    ['a broken connection', (_, r) => r.destroy(), /cannot be reached/],
  ])('refuses %s as unavailable, in words that hold no key', async (_, answer, words) => {
    const { url } = await serve(answer)
    const error = await openEndpoint({ url, model: 'small', key: 'sk-test-key' })
      .embed(['a', 'b'])
      .catch((thrown: unknown) => thrown as Error)
    expect(error).toMatchObject({
      code: 'model_unavailable',
      kind: 'unavailable',
      message: expect.stringMatching(words),
    })
    expect(JSON.stringify([error, (error as Error).message, (error as Error).stack])).not.toMatch(
      /sk-test|secret trace/,
    )
  })

  it('refuses vectors of another length than before', async () => {
    let length = 3
    const { url } = await serve((_, r) => json(r, { data: [{ embedding: new Array(length).fill(1) }] }))
    const model = openEndpoint({ url, model: 'small' })
    await model.embed(['a'])
    length = 4
    await expect(model.embed(['b'])).rejects.toThrow(/a vector of 4 numbers where 3 were due/)
  })

  it('reads no more than it needs of a body without end', async () => {
    let sent = 0
    const { url } = await serve((_, response) => {
      const more = () => {
        while (!response.destroyed && response.write(Buffer.alloc(2 ** 20, ' '))) sent++
        sent++
      }
      response.on('drain', more)
      more()
    })
    await expect(openEndpoint({ url, model: 'small' }).embed(['a'])).rejects.toThrow(/more than 32 MiB/)
    expect(sent).toBeLessThan(100)
  })

  it('ends a request that is aborted', async () => {
    const { url, asked } = await serve(() => {})
    const abort = new AbortController()
    const waiting = openEndpoint({ url, model: 'small' }).embed(['a'], abort.signal)
    while (asked.length === 0) await new Promise((resolve) => setImmediate(resolve))
    abort.abort(new Error('too late'))
    await expect(waiting).rejects.toThrow('too late')
  })

  it('is unavailable where nobody listens', async () =>
    await expect(openEndpoint({ url: 'http://127.0.0.1:9/v1', model: 'small' }).embed(['a'])).rejects.toMatchObject({
      code: 'model_unavailable',
    }))
})
