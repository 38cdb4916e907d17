import type { IncomingMessage, ServerResponse } from 'node:http'
import { PassThrough, type Readable } from 'node:stream'
import { type Framing, requestHeaders, responseHeaders } from './headers.ts'
import type { Upstream } from './upstream.ts'

/** What reads along with a response; nothing that it does may reach the response. */
export interface Reader {
  chunk(bytes: Buffer): void
  /** Called once; `isWhole`: the response came to its end. */
  end(isWhole: boolean): void
}

/** A request whose body is in memory. */
export interface Asked {
  readonly path: string
  readonly headers: IncomingMessage['headers']
  readonly body: Buffer
  readonly user: string | undefined
}

/** What goes along with a request: its body, edited or not, and who reads the response. */
export interface Accompanied {
  readonly body: Buffer
  readonly skill?: string
  reader?(response: IncomingMessage): Reader | undefined
}

/** Prepares what goes along with a request; undefined for a path of no interest, which then passes as a stream. */
export interface Companion {
  isOfInterest(path: string): boolean
  accompany(asked: Asked): Promise<Accompanied>
}

/** What is known of a request once it is over; no content and no keys. */
export interface Passage {
  readonly method: string
  /** Without the query. */
  readonly path: string
  readonly status: number | undefined
  /** Until the response began, and until its end, in ms. */
  readonly firstMs: number | undefined
  readonly ms: number
  readonly sent: number | undefined
  readonly received: number
  readonly user?: string
  readonly skill?: string
  readonly error?: string
}

/** A request as it was sent on, and its answer, as text; without any header. */
export interface Content {
  readonly path: string
  readonly request: string
  readonly answer: string
}

export interface Forwarding {
  readonly upstream: Upstream
  /** Path and query as the upstream is asked for them. */
  readonly path: string
  readonly framing: Framing
  readonly companion: Companion | undefined
  readonly user: string | undefined
  readonly tell: (passage: Passage) => void
  readonly tellBody?: ((content: Content) => void) | undefined
}

/** Largest body, in bytes, that is held to put a skill in; a larger one passes as a stream. */
export const MAX_HELD = 32 * 1024 * 1024

/** Passes a request to the upstream and its response back, byte for byte but for the text that the companion puts in. */
export async function forward(
  request: IncomingMessage,
  response: ServerResponse,
  { upstream, path, framing, companion, user, tell, tellBody }: Forwarding,
): Promise<void> {
  const began = performance.now()
  const since = () => Math.round(performance.now() - began)
  let abandon: (() => void) | undefined
  const method = request.method ?? 'GET'
  let along: Accompanied | undefined
  let sent = typeof framing === 'number' ? framing : undefined
  let firstMs: number | undefined
  let received = 0
  let error: string | undefined
  response.once('close', () => {
    // Without effect on a request that has its answer.
    abandon?.()
    tell({
      method,
      path: path.replace(/\?.*/s, ''),
      status: response.headersSent ? response.statusCode : undefined,
      firstMs,
      ms: since(),
      sent,
      received,
      ...(user === undefined ? {} : { user }),
      ...(along?.skill === undefined ? {} : { skill: along.skill }),
      ...(error === undefined && response.writableFinished ? {} : { error: error ?? 'the client went away' }),
    })
  })
  try {
    const body = await bodyOf()
    const held = Buffer.isBuffer(body) && framing !== 'none' ? body : undefined
    if (held !== undefined) sent = held.length
    if (response.destroyed) return
    const answer = await upstream.send({
      method,
      path,
      headers: (host) => requestHeaders(request.rawHeaders, host, held?.length ?? framing),
      body,
      onGone: (act) => {
        abandon = act
      },
    })
    firstMs = since()
    answer.on('data', (chunk: Buffer) => (received += chunk.length))
    if (tellBody !== undefined) noteContent(answer, body, (content) => tellBody({ path, ...content }))
    error = await passBack(answer, response, readerFor(answer))
  } catch (cause) {
    error = (cause as Error).message
    if (!response.destroyed) refuse(response, 502, `the upstream did not answer (${error})`)
  }

  async function bodyOf(): Promise<Buffer | Readable> {
    if (framing === 'none') return NOTHING
    if (companion?.isOfInterest(path) !== true) return request
    const held = await holdBody(request, MAX_HELD)
    if (!held.isWhole) return rest(held, request)
    along = await companion.accompany({ path, headers: request.headers, body: held.bytes, user })
    return along.body
  }

  function readerFor(answer: IncomingMessage): Reader | undefined {
    try {
      return along?.reader?.(answer)
    } catch {
      return undefined
    }
  }
}

/** Tells a request and its answer as text, of each the first MiB. */
function noteContent(
  answer: IncomingMessage,
  body: Buffer | Readable,
  told: (content: Omit<Content, 'path'>) => void,
): void {
  const chunks: Buffer[] = []
  let size = 0
  answer.on('data', (chunk: Buffer) => {
    size += chunk.length
    if (size <= MAX_TOLD) chunks.push(chunk)
  })
  answer.once('close', () => {
    const request = Buffer.isBuffer(body) ? body.toString('utf8', 0, MAX_TOLD) : '(a stream)'
    told({ request, answer: Buffer.concat(chunks).toString('utf8') })
  })
}

const MAX_TOLD = 1024 * 1024
const NOTHING = Buffer.alloc(0)

/** A body whose beginning was read already. */
function rest({ bytes }: Held, request: IncomingMessage): Readable {
  const whole = new PassThrough()
  whole.write(bytes)
  request.once('error', (error) => whole.destroy(error))
  return request.pipe(whole)
}

/** Passes a response on as it comes; returns why it broke off. */
async function passBack(
  answer: IncomingMessage,
  response: ServerResponse,
  reader: Reader | undefined,
): Promise<string | undefined> {
  response.sendDate = false
  // The reason phrase is Node's own: what an upstream writes there may be no text.
  response.writeHead(answer.statusCode ?? 502, responseHeaders(answer))
  // With the first bytes in one write where they came together; a stream may also be silent for long after its head.
  const silent = setImmediate(() => response.flushHeaders())
  const read = quietly(reader)
  answer.once('data', () => clearImmediate(silent)).on('data', read.chunk)
  answer.pipe(response)
  return await new Promise((resolve) => {
    answer.once('error', (error) => {
      // The client must not take a broken answer for a whole one.
      response.destroy()
      read.end(false)
      resolve(`the upstream broke off (${error.message})`)
    })
    answer.once('end', () => {
      read.end(true)
      resolve(undefined)
    })
    response.once('close', () => {
      if (answer.complete) return
      answer.destroy()
      read.end(false)
      resolve(undefined)
    })
  })
}

/** A reader whose faults end its reading, and nothing else. */
function quietly(reader: Reader | undefined): Reader {
  let live = reader
  const guard = (act: (reader: Reader) => void) => {
    try {
      if (live !== undefined) act(live)
    } catch {
      live = undefined
    }
  }
  return {
    chunk: (bytes) => guard((one) => one.chunk(bytes)),
    end(isWhole) {
      guard((one) => one.end(isWhole))
      live = undefined
    },
  }
}

/** Answers in the place of the upstream, in a shape that clients of every dialect show. */
export function refuse(response: ServerResponse, status: number, message: string): void {
  if (response.headersSent) {
    response.destroy()
    return
  }
  // What is left of the request is not read, and nothing after it.
  response.writeHead(status, { 'Content-Type': 'application/json', Connection: 'close' })
  response.end(JSON.stringify({ type: 'error', error: { type: 'wayland_proxy', code: status, message } }))
}

/** The body of a request, or its beginning: then the request is paused and has the rest. */
interface Held {
  readonly bytes: Buffer
  readonly isWhole: boolean
}

/** Reads a body of at most `limit` bytes into memory. Rejects where the client goes away. */
async function holdBody(request: IncomingMessage, limit: number): Promise<Held> {
  return await new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    const done = (isWhole: boolean) => {
      request.pause()
      request.off('data', onData).off('end', onEnd).off('error', reject).off('close', onClose)
      resolve({ bytes: Buffer.concat(chunks), isWhole })
    }
    const onData = (chunk: Buffer) => {
      chunks.push(chunk)
      size += chunk.length
      if (size > limit) done(false)
    }
    const onEnd = () => done(true)
    const onClose = () => reject(new Error('the client went away'))
    request.on('data', onData).once('end', onEnd).once('error', reject).once('close', onClose)
  })
}
