import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { writeAddress } from '../../src/daemon/address.ts'
import { ask } from '../../src/daemon/ask.ts'
import { claudeCode as agent, review } from '../path/engines/agents.ts'
import { AgentHome, silent } from '../path/engines/hooks.ts'
import { scratch } from '../scratch.ts'

/** A daemon's socket, where each request is answered by hand. */
async function socketAt(path: string, answer: (asking: Socket, line: string) => void): Promise<void> {
  const server = createServer((asking) => asking.on('data', (chunk) => answer(asking, String(chunk))))
  onTestFinished(() => void server.close())
  server.listen(path)
  await once(server, 'listening')
}

it('an answer that came in time is read, also by a process that the system kept waiting', async () => {
  const socket = join(scratch(), 'daemon.sock')
  await socketAt(socket, (asking) => {
    asking.write('{"answer":"x"}\n')
    // Both ends are in this process: nothing of it goes on until the patience of the other end is over.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 400)
  })
  expect(await ask(socket, {}, 200)).toEqual({ line: '{"answer":"x"}' })
})

it('a hook asks for a hint that is decided on before its own patience is over', async () => {
  const home = new AgentHome()
  mkdirSync(home.data, { recursive: true, mode: 0o700 })
  const socket = join(home.data, 'daemon.sock')
  const asked: { until?: number }[] = []
  await socketAt(socket, (asking, line) => {
    asked.push(JSON.parse(line))
    asking.end('{"answer":""}\n')
  })
  writeAddress(home.data, { pid: process.pid, socket, startedAt: '' })
  silent(await home.hook(agent, 'prompt', review('s1'), { env: { WAYLAND_HOOK_WAIT_MS: '50000' } }))
  expect(asked[0]?.until).toBeLessThanOrEqual(Date.now() + 45_000)
  expect(Number.isInteger(asked[0]?.until)).toBe(true)
})
