import { once } from 'node:events'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import type { RequestHandler } from '../../src/daemon/request-handler.ts'
import { listenOnSocket } from '../../src/daemon/socket.ts'
import { scratch } from '../scratch.ts'

const IDLE_MS = 100

it('lets go who says nothing, and keeps who waits for an answer', async () => {
  const slow = async () => {
    await wait(5 * IDLE_MS)
    return { answer: 'at last' }
  }
  const desk: RequestHandler = { answer: slow, hook: slow, asked: 0 }
  const path = join(scratch(), 'daemon.sock')
  const server = await listenOnSocket(path, desk, { idleMs: IDLE_MS })
  onTestFinished(() => void server.close())
  const idle = connect(path)
  const asking = connect(path)
  asking.write('{"status":true}\n')
  const [answer] = (await once(asking, 'data')) as [Buffer]
  expect(answer.toString('utf8')).toBe('{"answer":"at last"}\n')
  if (!idle.closed) await once(idle, 'close')
  asking.destroy()
})
