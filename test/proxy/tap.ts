import { createServer, type IncomingMessage, type ServerResponse, request as send } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Exchange } from './exchanges.ts'

/** A server on loopback that hands requests on, with nothing changed but the host, and notes each exchange at its end. */
export async function openTap(
  upstream: string,
  note: (exchange: Exchange) => void,
): Promise<AsyncDisposable & { readonly url: string }> {
  const { hostname, port } = new URL(upstream)
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await bytesOf(request)
    const { method = '', url: path = '', rawHeaders } = request
    const sent = send({ hostname, port, method, path, headers: request.headers, agent: false })
    const got = await new Promise<IncomingMessage>((resolve, reject) => {
      sent.once('response', resolve).once('error', reject)
      sent.end(body)
    })
    const answered = await bytesOf(got)
    response.writeHead(got.statusCode ?? 0, got.rawHeaders)
    response.end(answered)
    note({
      method,
      path,
      headers: lasting(rawHeaders),
      body: body.toString('utf8'),
      status: got.statusCode ?? 0,
      answerHeaders: lasting(got.rawHeaders),
      answer: answered.toString('utf8'),
    })
  }
  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function bytesOf(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of message) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

/** Names and values in turns, without those that belong to one connection or one moment. */
const lasting = (raw: readonly string[]): readonly string[] =>
  raw.flatMap((name, i) => {
    const isKept = i % 2 === 0 && !/^(?:host|date|connection|keep-alive|transfer-encoding|content-length)$/i.test(name)
    return isKept ? [name, raw[i + 1] ?? ''] : []
  })
