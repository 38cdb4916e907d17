import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { teamClient } from '../../../src/team/node/client.ts'
import { doneMessage } from '../../../src/team/wire.ts'

it('comes again after the time that a server names to which it came too often', async () => {
  let asked = 0
  const server = createServer((_, response) => {
    asked++
    if (asked === 1) response.writeHead(429, { 'Retry-After': '1' }).end('{"error":"too many requests"}')
    else if (asked === 2) response.end('{"status":"kept"}')
    else response.writeHead(429, { 'Retry-After': '3600' }).end('{"error":"too many requests"}')
  })
  onTestFinished(() => void server.close())
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const client = teamClient(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  expect(await client.get('v1/status', doneMessage)).toEqual({ status: 'kept' })
  await expect(client.get('v1/status', doneMessage)).rejects.toThrow('too many requests')
  expect(asked).toBe(3)
})
