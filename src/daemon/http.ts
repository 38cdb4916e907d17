import type { IncomingMessage, Server } from 'node:http'
import { whyRefused } from '../platform/loopback-guard.ts'
import { createLoopbackServer, listenOnLoopback } from '../platform/loopback-server.ts'
import { MAX_PAYLOAD } from './input.ts'
import type { RequestHandler } from './request-handler.ts'

const PORT_HINT = 'Stop what listens there, or set daemon.port to another one; 0 takes a free one.'
const REQUEST_MS = 10_000
/** Limit of connections without a request; hooks send theirs at once. */
const MAX_WAITING = 64

/** A status code and a body of JSON. */
interface Answered {
  readonly code: number
  readonly body: string
}

/**
 * Listens on 127.0.0.1: `POST /hook/<engine>[/<event>]` with the payload as body is answered in the engine's protocol,
 * `GET /status` with the result of `status`. Every request needs the bearer token; requests with a foreign Host or
 * Origin are refused. Port 0 takes a free one. Throws `unavailable`.
 */
export async function listenOnHttp(port: number, token: string, desk: RequestHandler): Promise<Server> {
  const server = createLoopbackServer({ requestMs: REQUEST_MS, maxWaiting: MAX_WAITING }, (request, response) => {
    answerTo(request, token, desk)
      .catch(() => said(500, 'it failed'))
      .then(({ code, body }) => {
        // The unread body of a refused request is not waited for.
        const close = code === 200 ? {} : { connection: 'close' }
        response.writeHead(code, { 'content-type': 'application/json', 'cache-control': 'no-store', ...close })
        response.end(body, () => {
          if (code !== 200) request.destroy()
        })
      })
      .catch(() => request.destroy())
  })
  await listenOnLoopback(server, port, PORT_HINT)
  return server
}

const said = (code: number, error: string): Answered => ({ code, body: JSON.stringify({ error }) })

async function answerTo(request: IncomingMessage, token: string, desk: RequestHandler): Promise<Answered> {
  const refused = whyRefused(request, token)
  if (refused !== undefined) return said(refused.status, refused.why)
  const [, what, engine = '', event, more] = (request.url ?? '').split(/[?#]/, 1)[0]?.split('/') ?? []
  if (what === 'status' && request.method === 'GET')
    return { code: 200, body: JSON.stringify(await desk.answer({ status: true })) }
  if (what !== 'hook' || engine === '' || more !== undefined) return said(404, 'there is /hook/<engine> and /status')
  if (request.method !== 'POST') return said(405, 'a hook is a POST')
  const text = await bodyOf(request)
  if (text === undefined) return said(413, `a payload may have ${MAX_PAYLOAD} bytes`)
  let payload: unknown
  try {
    payload = JSON.parse(text)
  } catch {
    return said(400, 'the payload is not JSON')
  }
  const reply = await desk.hook(engine, event, payload)
  if ('error' in reply) return said(404, reply.error)
  return { code: 200, body: 'answer' in reply && reply.answer !== '' ? reply.answer : '{}' }
}

/** The body of a request; undefined if it is too large, in which case the rest is not read. */
async function bodyOf(request: IncomingMessage): Promise<string | undefined> {
  if (Number(request.headers['content-length'] ?? 0) > MAX_PAYLOAD) return undefined
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > MAX_PAYLOAD) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
