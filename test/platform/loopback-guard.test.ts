import type { IncomingMessage } from 'node:http'
import { expect, it } from 'vitest'
import { whyRefused } from '../../src/platform/loopback-guard.ts'

const PORT = 4711
const request = (headers: Readonly<Record<string, string | undefined>>) =>
  ({
    headers: { host: `127.0.0.1:${PORT}`, authorization: 'Bearer right', ...headers },
    socket: { localPort: PORT },
  }) as unknown as IncomingMessage
const status = (headers: Readonly<Record<string, string | undefined>>, anyPort = false) =>
  whyRefused(request(headers), 'right', { anyPort })?.status

it.each([
  [{}, undefined],
  [{ host: `localhost:${PORT}`, origin: `http://localhost:${PORT}` }, undefined],
  [{ host: `[::1]:${PORT}` }, undefined],
  [{ authorization: undefined }, 401],
  [{ authorization: 'right' }, 401],
  [{ authorization: 'Bearer wrong' }, 401],
])('a request to this machine needs the token: %j', (headers, expected) => {
  expect(status(headers)).toBe(expected)
  expect(status(headers, true)).toBe(expected)
})

it.each([
  { host: undefined },
  { host: '' },
  { host: 'evil.example' },
  { host: `127.0.0.1.evil.example:${PORT}` },
  { host: `evil.example@127.0.0.1:${PORT}` },
  { origin: 'https://evil.example' },
  { origin: `http://localhost.evil.example:${PORT}` },
  { origin: `http://evil.example/http://localhost:${PORT}` },
  { origin: 'null' },
  { origin: '' },
  { origin: `file://localhost:${PORT}` },
])('a request by another name or from elsewhere is refused, also with the token: %j', (headers) => {
  expect(status(headers)).toBe(403)
  expect(status(headers, true)).toBe(403)
})

it.each([{ host: '127.0.0.1' }, { host: 'localhost:9000' }, { origin: 'http://localhost:6274' }])(
  'another port of this machine is allowed where the server says so: %j',
  (headers) => {
    expect(status(headers)).toBe(403)
    expect(status(headers, true)).toBeUndefined()
  },
)
