import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

/** An endpoint on this machine whose vectors are counts of letters; `sent` is what it was asked, `status` what it says. */
export async function endpoint() {
  const sent: { text: string; key: string | undefined }[] = []
  const state = { status: 200 }
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (part) => {
      body += part
    })
    request.on('end', () => {
      const { input } = JSON.parse(body) as { input: string[] }
      sent.push(...input.map((text) => ({ text, key: request.headers.authorization })))
      const data = input.map((text) => ({
        embedding: [...'abcdefghijklmnopqrstuvwxyz'].map((letter) => text.toLowerCase().split(letter).length),
      }))
      response.writeHead(state.status).end(JSON.stringify({ data }))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const env = {
    WAYLAND_VECTORS_PROVIDER: 'endpoint',
    WAYLAND_VECTORS_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    WAYLAND_VECTORS_MODEL: 'letters',
    WAYLAND_VECTORS_KEY: 'sk-planted-key',
    WAYLAND_VECTORS_TIMEOUT_MS: '20000',
    WAYLAND_BUCKET_GROUPING: 'similar',
    WAYLAND_DRAFT_GATES: 'none',
  }
  return { sent, state, env }
}
