import { once } from 'node:events'
import { connect } from 'node:net'
import { serveHttp } from '../../../src/mcp/http.ts'
import { type Below, changed } from '../mutation.ts'
import { INITIALIZE, MESSAGES, openFuzzLoop } from './mcp-messages.ts'

const TOKEN = 'x'.repeat(43)
/** A client that is answered nothing more goes away after this long. */
const PATIENCE_MS = 300
/** Clients of one round. */
const AT_ONCE = 8

/** MCP over HTTP: whole requests changed anywhere, or only in their body; the next good request is answered. */
export async function fuzzMcpHttp() {
  const { loop, ...held } = await openFuzzLoop()
  const served = await serveHttp(loop, { port: 0, token: TOKEN, onError: () => {} })
  const port = Number(new URL(served.url).port)
  const bodies = MESSAGES.map((text) => Buffer.from(text))
  const requests = bodies.map((body) => request(body))
  async function round(below: Below): Promise<void> {
    const sent = Array.from({ length: AT_ONCE }, () =>
      below(3) === 0 ? changed(requests, below) : request(changed(bodies, below)),
    )
    await Promise.all(sent.map((bytes) => exchange(port, bytes)))
    if (below(10) > 0) return
    const answer = await exchange(port, request(Buffer.from(INITIALIZE)))
    if (!answer.startsWith('HTTP/1.1 200')) throw new Error(`no longer serves: ${answer.slice(0, 200)}`)
  }
  return {
    once: round,
    async [Symbol.asyncDispose]() {
      await served[Symbol.asyncDispose]()
      await held[Symbol.asyncDispose]()
    },
  }
}

function request(body: Buffer): Buffer {
  const head = [
    'POST /mcp HTTP/1.1',
    'Host: 127.0.0.1',
    `Authorization: Bearer ${TOKEN}`,
    'Content-Type: application/json',
    'Accept: application/json, text/event-stream',
    'MCP-Protocol-Version: 2025-11-25',
    'Connection: close',
    `Content-Length: ${body.length}`,
  ]
  return Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), body])
}

async function exchange(port: number, bytes: Buffer): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  let said = ''
  socket.on('data', (chunk) => {
    said += chunk.toString('latin1')
  })
  // A server may close on what it refuses before all of it was sent.
  socket.on('error', () => {})
  socket.setTimeout(PATIENCE_MS, () => socket.destroy())
  socket.write(bytes)
  await once(socket, 'close')
  return said
}
