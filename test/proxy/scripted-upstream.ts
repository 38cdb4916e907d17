import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import type { Recording } from './streams.ts'

/** A request as it arrived. */
export interface Arrived {
  readonly method: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly raw: readonly string[]
  readonly body: Buffer
}

export interface ScriptedUpstream {
  readonly url: string
  readonly arrived: Arrived[]
}

/** Chooses the answer to a request; undefined: none, the connection stays open. */
export type Choose = (request: Arrived, message: IncomingMessage) => Recording | undefined

/** A server of models on loopback that replays recordings; closed at the end of the test. */
export async function scriptedUpstream(choose: Choose): Promise<ScriptedUpstream> {
  const arrived: Arrived[] = []
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const one = {
      method: request.method ?? '',
      path: request.url ?? '',
      headers: request.headers,
      raw: request.rawHeaders,
      body: Buffer.concat(chunks),
    }
    arrived.push(one)
    const recording = choose(one, request)
    if (recording === undefined) return
    response.sendDate = false
    response.writeHead(recording.status, [...recording.headers])
    for (const piece of recording.pieces)
      await new Promise<void>((resolve) => response.write(piece, () => setImmediate(resolve)))
    if (recording.breaks) response.destroy()
    else response.end()
  }
  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, arrived }
}
