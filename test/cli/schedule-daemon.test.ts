import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { processIsAlive } from '../../src/platform/process.ts'
import { SchedulingHome } from './scheduling-home.ts'

const home = new SchedulingHome()
const LONG = { timeout: 20_000 }
const AGENT = ['--engine', 'claude-code']
const daemon = (): ChildProcess => home.start(['daemon', 'run'], { env: home.path })
const begun = () => {
  try {
    return readFileSync(join(home.root, 'begun'), 'utf8').split('\n').length - 1
  } catch {
    return 0
  }
}
const stateOf = async (id: string) => (await home.show(id)).state
const end = async (child: ChildProcess, signal: NodeJS.Signals) => {
  const gone = once(child, 'exit')
  child.kill(signal)
  await gone
}

it('fires once over daemons that are killed, tells of what was interrupted, and ends its agent', async () => {
  const stuck = await home.add('tidy', ['--at', '+1s', 'STUCK', ...AGENT])
  const first = daemon()
  await expect.poll(begun, LONG).toBe(1)
  const agent = Number(readFileSync(join(home.root, 'agent.pid'), 'utf8'))
  const printed = async () => (await home.schedule(['log', stuck])).stdout
  // One beside it, from before the kill and due after it; and one that nothing can fire.
  const quick = await home.add('sweep', ['--at', '+1s', 'quick', ...AGENT])
  const skipped = await home.add('sweep', ['--at', '+1s', 'skipped', '--missed', 'skip', ...AGENT])
  await expect.poll(printed, LONG).toContain('waiting')
  await end(first, 'SIGKILL')
  expect(processIsAlive(agent)).toBe(true)
  const second = daemon()
  await expect.poll(() => stateOf(stuck), LONG).toBe('failed')
  expect(await home.show(stuck)).toMatchObject({
    ...{ reason: 'the daemon ended while it ran', last: { state: 'interrupted' } },
  })
  expect(await printed()).toContain('half of it is done')
  expect(await printed()).not.toContain('Tr0ub4dor')
  await expect.poll(() => processIsAlive(agent), LONG).toBe(false)
  await expect.poll(() => stateOf(quick), LONG).toBe('done')
  // Less than a minute late is on time.
  await expect.poll(() => stateOf(skipped), LONG).toBe('done')
  await end(second, 'SIGKILL')
  const third = daemon()
  writeFileSync(join(home.root, 'mended'), '')
  const last = await home.add('sweep', ['--at', '+1s', 'last', ...AGENT])
  await expect.poll(() => stateOf(last), LONG).toBe('done')
  expect(begun()).toBe(4)
  await end(third, 'SIGTERM')
})

it('marks a run as interrupted where the daemon is stopped in the middle of it', async () => {
  const before = begun()
  const id = await home.add('tidy', ['--at', '+1s', 'STUCK again', ...AGENT])
  const one = daemon()
  await expect.poll(begun, LONG).toBe(before + 1)
  const agent = Number(readFileSync(join(home.root, 'agent.pid'), 'utf8'))
  const printed = async () => (await home.schedule(['log', id])).stdout
  await expect.poll(printed, LONG).toContain('waiting')
  await end(one, 'SIGTERM')
  expect(await home.show(id)).toMatchObject({ state: 'failed', reason: 'the program that ran it was stopped' })
  expect(await printed()).toContain('half of it is done')
  await expect.poll(() => processIsAlive(agent), LONG).toBe(false)
})
