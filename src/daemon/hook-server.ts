import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { Socket } from 'node:net'
import { resolve, sep } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Config } from '../config/config.ts'
import { hookProtocol } from '../engines/engines.ts'
import { MAX_PAYLOAD } from './input.ts'
import { noteLateHint } from './late-hints.ts'
import type { RequestHandler } from './request-handler.ts'

/** `connect/hook.sh` gives up after 1.2 s; an answer needs a moment on its way. In ms. */
const DECIDED_MS = 900
/** Before a hook tells that it could not print a hint, that hint was decided within this time, in ms. */
const TOLD_MS = 2_000
/** A client that neither sends nor reads is disconnected after this long, in ms. */
const SILENT_MS = 10_000

/**
 * Answers `connect/hook.sh`: `POST /hook/<engine>/<event>` with the payload gives 200 with the engine's protocol, or 204
 * where there is nothing to say. With `?undelivered` the hint of that prompt is taken back. 409 leaves the event to the hook
 * itself: it is none that this daemon knows, or the person's settings have changed, or its transcript lies elsewhere.
 */
export function createHookServer(desk: RequestHandler, config: Config, dataDir: string): Server {
  const server = createServer((request, response) => {
    void answered(request)
      .catch(() => LEFT)
      .then(({ status, body }) => response.writeHead(status, { connection: 'close' }).end(body))
  })
  server.timeout = SILENT_MS

  async function answered(request: IncomingMessage): Promise<Answer> {
    const begun = Date.now()
    const [, engine = '', event = '', undelivered] = PATH.exec(request.url ?? '') ?? []
    // The hook sends its payload whole, with its length.
    if (request.method !== 'POST' || !(Number(request.headers['content-length']) <= MAX_PAYLOAD)) return LEFT
    let text = ''
    for await (const part of request.setEncoding('utf8')) text += part
    const payload: unknown = JSON.parse(text)
    // As the hook reads them, at each event.
    const { settings, sessionFolders } = config.again()
    const wait = Math.min(settings['hook.waitMs'] * 0.9, DECIDED_MS)
    const told = hookProtocol(engine)?.read(payload, event)
    if (settings.skills === 'off' || wait === 0) return LEFT
    if (!isBelow(told?.transcriptPath, sessionFolders[engine] ?? [])) return LEFT
    if (undelivered === undefined && (await isGone(request.socket))) return LEFT
    const reply = await desk.hook(engine, event, payload, {
      ...(undelivered === undefined ? { until: begun + Math.floor(wait) } : { undelivered: begun - TOLD_MS }),
    })
    if (!('answer' in reply)) return LEFT
    if (reply.late || undelivered !== undefined) noteLateHint(dataDir, begun)
    return reply.answer === '' ? { status: 204 } : { status: 200, body: `${reply.answer}\n` }
  }
  return server
}

/**
 * Whether a client gave up while this process stood still: it was answered elsewhere, and a hint for it would be logged as
 * an offer. That it has gone is read after what it sent.
 */
async function isGone(socket: Socket): Promise<boolean> {
  for (let look = 0; look < 2; look++) await nextTurn()
  return socket.readableEnded || socket.destroyed
}

const PATH = /^\/hook\/([\w-]+)\/([\w-]+)(\?undelivered)?$/

interface Answer {
  readonly status: number
  readonly body?: string
}

const LEFT: Answer = { status: 409 }

/** Whether a file, if one is named, lies below one of the folders. */
const isBelow = (file: string | undefined, folders: readonly string[]): boolean =>
  file === undefined || folders.some((folder) => resolve(file).startsWith(folder + sep))
