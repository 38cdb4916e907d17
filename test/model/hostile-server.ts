import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

export interface KeptRequest {
  readonly path: string
  readonly headers: IncomingMessage['headers']
  readonly body: Readonly<Record<string, unknown>>
}

/** What the server does with its n-th request, from 1. */
export type Behaviour = (response: ServerResponse, request: KeptRequest, n: number) => void

/** A server on loopback that answers as a test wants; it keeps every request, and ends with the test. */
export async function startServer(
  behave: Behaviour,
): Promise<{ readonly url: string; readonly requests: readonly KeptRequest[] }> {
  const requests: KeptRequest[] = []
  const server = createServer((request, response) => {
    let text = ''
    request.on('data', (part: Buffer) => {
      text += part.toString('utf8')
    })
    request.on('end', () => {
      const body = JSON.parse(text || '{}') as KeptRequest['body']
      const kept = { path: request.url ?? '', headers: request.headers, body }
      requests.push(kept)
      behave(response, kept, requests.length)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, requests }
}

export const json = (
  response: ServerResponse,
  value: unknown,
  status = 200,
  headers: Readonly<Record<string, string>> = {},
): void => {
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(JSON.stringify(value))
}

/** A right answer in each dialect. */
export const SAYING = {
  openai: (text: string) => ({
    model: 'small-1',
    choices: [{ message: { content: text }, finish_reason: 'stop' }],
    usage: { prompt_tokens: 12, completion_tokens: 5 },
  }),
  anthropic: (text: string) => ({
    model: 'small-1',
    content: [{ type: 'tool_use', name: 'answer', input: JSON.parse(text) as unknown }],
    stop_reason: 'tool_use',
    usage: { input_tokens: 10, output_tokens: 5, cache_read_input_tokens: 2 },
  }),
} as const
