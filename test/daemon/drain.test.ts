import { expect, it } from 'vitest'
import { drain } from '../../src/daemon/drain.ts'
import { openSpool, type Spool } from '../../src/daemon/spool.ts'
import { scratch } from '../scratch.ts'

const JOB = { engine: 'claude-code', payload: {}, folders: [], at: Date.UTC(2026, 9, 1, 10), tries: 0 }

const full = () => {
  throw Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' })
}

it.each(['claim', 'done'] as const)('ends with words where the spool fails at %s, and the job waits on', async (at) => {
  const folder = scratch()
  const spool = openSpool(folder, process.pid, () => false)
  spool.put('a', JOB)
  const received: string[] = []
  const loop = {
    database: { file: 'some.db' },
    count: async () => 0,
    async receive(engine: string) {
      received.push(engine)
      return []
    },
  }
  const failing: Spool = { ...spool, [at]: full }
  const { fault, later } = await drain(loop, failing, { wait: false })
  expect(fault).toMatchObject({ code: 'storage_unavailable', message: expect.stringContaining(spool.folder) })
  expect([fault?.message, later]).toEqual([expect.stringContaining('ENOSPC'), 0])
  expect(spool.look().waiting).toBe(1)
  // Whoever comes next, with another number, has it once more.
  const next = openSpool(folder, process.pid + 1, () => false)
  expect(await drain(loop, next, { wait: false })).toEqual({ done: 1, later: 0, aside: 0, more: false })
  expect([next.look().waiting, received.length]).toEqual([0, at === 'done' ? 2 : 1])
})
