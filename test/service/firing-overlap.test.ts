import { expect, it } from 'vitest'
import type { AgentEnd } from '../../src/service/schedule/agent-runner.ts'
import { FiringHome, GOOD } from './firing-home.ts'

const EACH_MINUTE = { kind: 'cron', expression: '* * * * *' } as const
const MINUTE = 60_000

/** Four looks, a minute apart, while the first run goes on; then it ends, and there is one more. */
async function overlapping(overlap: 'skip' | 'queue') {
  const home = new FiringHome('2026-03-02T10:00:30')
  await home.add('a', { when: EACH_MINUTE, overlap })
  const { tick, firing } = home.daemon()
  let end = (_: AgentEnd) => {}
  home.agent = () => new Promise((resolve) => (end = resolve))
  for (let n = 0; n < 4; n++) {
    home.clock += MINUTE
    await tick()
  }
  home.agent = async () => GOOD
  await expect.poll(() => home.begun.length).toBe(1)
  end(GOOD)
  await firing.idle()
  await tick()
  await firing.idle()
  const rows = (await home.store.fires({ schedule: 'a', limit: 9 })).toSorted((x, y) => x.at - y.at)
  await home[Symbol.asyncDispose]()
  return rows.map(({ state, why }) => (why === null ? state : `${state}: ${why}`))
}

it('skips what comes due while a run goes on, and says so', async () => {
  const skipped = 'skipped: the run before it was still going'
  expect(await overlapping('skip')).toEqual(['succeeded', skipped, skipped, skipped])
})

it('with queue, runs one of them after it, and skips the others', async () => {
  const skipped = 'skipped: another one was waiting already'
  expect(await overlapping('queue')).toEqual(['succeeded', 'succeeded', skipped, skipped])
})
