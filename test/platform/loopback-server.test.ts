import { once } from 'node:events'
import { get, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { createLoopbackServer } from '../../src/platform/loopback-server.ts'

async function listening(maxWaiting: number, requestMs = 60_000): Promise<{ server: Server; port: number }> {
  const server = createLoopbackServer({ requestMs, maxWaiting }, (_, response) => response.end('answered'))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { server, port: (server.address() as AddressInfo).port }
}

async function opened(port: number, first = ''): Promise<Socket> {
  const connection = connect(port, '127.0.0.1')
  connection.on('error', () => {})
  await once(connection, 'connect')
  if (first !== '') connection.write(first)
  return connection
}

const answered = (port: number): Promise<string> =>
  new Promise((resolve, reject) => {
    get({ port, host: '127.0.0.1' }, (response) => {
      response.setEncoding('utf8').on('data', resolve)
    }).on('error', reject)
  })

it('answers whoever asks, however many connections ask nothing', async () => {
  const { server, port } = await listening(8)
  const idle = []
  for (let n = 0; n < 40; n++) idle.push(await opened(port, n % 2 === 0 ? '' : 'GET / HTTP/1.1\r\nHost: x\r\nX-Slow: '))
  expect(await answered(port)).toBe('answered')
  const open = await new Promise<number>((resolve) => server.getConnections((_, count) => resolve(count)))
  expect(open).toBeLessThanOrEqual(9)
  for (const connection of idle) connection.destroy()
})

it('closes the one that has waited longest, and keeps a connection that is used again', async () => {
  const { port } = await listening(2)
  const [first, second] = [await opened(port), await opened(port)]
  const gone = once(first, 'close')
  const third = await opened(port)
  await gone
  for (const connection of [second, third]) {
    connection.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
    const [bytes] = (await once(connection, 'data')) as [Buffer]
    expect(bytes.toString()).toContain('answered')
    connection.destroy()
  }
})

it('lets go of a request that never comes to its end', async () => {
  const { port } = await listening(8, 500)
  const slow = await opened(port, 'GET / HTTP/1.1\r\nHost: x\r\n')
  slow.resume()
  await once(slow, 'close')
  expect(slow.destroyed).toBe(true)
})
