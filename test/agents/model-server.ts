import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import zlib from 'node:zlib'
import { type Asked, answerOf, DONE, type Script, type Step } from './script.ts'
import { anthropic } from './wires/anthropic.ts'
import { chat } from './wires/chat.ts'
import { gemini } from './wires/gemini.ts'
import { responses } from './wires/responses.ts'
import type { Body, Message, Wire } from './wires/wire.ts'

const WIRES: readonly Wire[] = [anthropic, chat, responses, gemini]

/** A request that offered tools: one of the conversation itself. */
export interface Request extends Asked {
  readonly path: string
  readonly messages: readonly Message[]
}

/** A model that answers by script, on 127.0.0.1 alone. */
export class ModelServer {
  /** Requests of the conversation, of the run that is played. */
  requests: Request[] = []
  /** A request of the run waits for an answer that will not come. */
  isSilent = false
  #script: Script = { marks: [], steps: [] }
  #count = 0
  readonly #server = createServer((request, response) => void this.#serve(request, response))

  async start(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  /** What the model does from now on. */
  play(script: Script): void {
    this.#script = script
    this.requests = []
    this.isSilent = false
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = (request.url ?? '').split('?')[0] ?? ''
    try {
      const body = await bodyOf(request)
      const wire = request.method === 'POST' ? WIRES.find((one) => one.serves(path)) : undefined
      this.#count += 1
      if (wire === undefined) beside(path, response)
      else this.#answer(wire, body, path, response)
    } catch (error) {
      console.error(`model server: ${path}: ${String(error)}`)
      send(response, 500, { error: { message: String(error) } })
    }
  }

  #answer(wire: Wire, body: Body, path: string, response: ServerResponse): void {
    const tools = wire.tools(body)
    const messages = wire.messages(body)
    const at = beginOf(messages, this.#script.marks)
    const step = tools.length === 0 || at < 0 ? undefined : this.#next({ wire, body, path, at })
    if (step?.kind === 'silence') {
      this.isSilent = true
      return
    }
    if (step?.kind === 'http') {
      send(response, step.status, wire.failure(step.status))
      return
    }
    const answer = step === undefined ? { text: wire.aside(body) } : answerOf(step, tools)
    if (!wire.isStreamed(body, path)) {
      send(response, 200, wire.whole(answer, body, this.#count))
      return
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    for (const { event, data } of wire.stream(answer, body, this.#count))
      response.write(
        `${event === undefined ? '' : `event: ${event}\n`}data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`,
      )
    response.end()
  }

  #next({ wire, body, path, at }: { wire: Wire; body: Body; path: string; at: number }): Step {
    const messages = wire.messages(body)
    const asked = { path, text: JSON.stringify(body), tools: wire.tools(body), messages }
    this.requests.push(asked)
    const done = messages.slice(at).reduce((sum, { results }) => sum + results, 0)
    const step = this.#script.steps[done] ?? { kind: 'text', text: DONE }
    return typeof step === 'function' ? step(asked) : step
  }
}

/** Where the run begins among the messages: at the last words of the person that have a mark; below 0 where none have. */
const beginOf = (messages: readonly Message[], marks: readonly string[]): number =>
  messages.findLastIndex(
    ({ isUser, results, text }) => isUser && results === 0 && marks.some((mark) => text.includes(mark)),
  )

async function bodyOf(request: IncomingMessage): Promise<Body> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const bytes = decoded(Buffer.concat(chunks), request.headers['content-encoding'])
  return bytes.length === 0 ? {} : (JSON.parse(bytes.toString('utf8')) as Body)
}

function decoded(bytes: Buffer, encoding: string | undefined): Buffer {
  if (encoding === 'gzip') return zlib.gunzipSync(bytes)
  if (encoding === 'br') return zlib.brotliDecompressSync(bytes)
  if (encoding !== 'zstd') return bytes
  const { zstdDecompressSync } = zlib as { zstdDecompressSync?: (of: Buffer) => Buffer }
  if (zstdDecompressSync === undefined) throw new Error('this Node reads no zstd; run the campaign on 22.15 or newer')
  return zstdDecompressSync(bytes)
}

/** What agents ask for besides the model, by the end of its path. */
const BESIDE: readonly (readonly [end: string, body: object])[] = [
  ['/count_tokens', { input_tokens: 100 }],
  [':countTokens', { totalTokens: 100 }],
  ['/models', { object: 'list', data: [{ id: 'scripted', object: 'model', owned_by: 'nobody' }], models: [] }],
]

function beside(path: string, response: ServerResponse): void {
  const [, body] = BESIDE.find(([end]) => path.endsWith(end)) ?? []
  send(response, body === undefined ? 404 : 200, body ?? { error: { message: 'not found' } })
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify(body))
}
