import { expect, it, onTestFinished } from 'vitest'
import { createCompanion } from '../../src/proxy/companion.ts'
import { serveProxy } from '../../src/proxy/serve.ts'
import { drafted, Home } from '../service/home.ts'
import { type DialectName, ScriptedAgent, scriptedModel } from './scripted-agent.ts'

/** Share of the bytes sent that repeat the beginning of the request before, up to the end of its conversation. */
async function reused(dialect: DialectName, withSkills: boolean): Promise<number> {
  const model = await scriptedModel()
  const loop = await new Home().open()
  await drafted(loop)
  const companion = createCompanion({ loopOf: async () => loop, onError: () => {} })
  const proxy = await serveProxy({ upstream: model.url, port: 0, ...(withSkills ? { companion } : {}) })
  onTestFinished(() => proxy[Symbol.asyncDispose]())
  const agent = new ScriptedAgent(proxy.url, dialect, { model })
  for (const text of ['review the changes on the branch', 'and the next one', 'now the third', 'and the last'])
    await agent.turn(text)
  const bodies = model.arrived.map(({ body }) => body.toString())
  expect(bodies.some((body) => body.includes('[wayland-core]'))).toBe(withSkills)
  let same = 0
  bodies.forEach((body, i) => {
    const before = bodies[i - 1] ?? ''
    let at = 0
    while (at < before.length && before[at] === body[at]) at++
    same += at
  })
  return same / bodies.reduce((sum, { length }) => sum + length, 0)
}

it.each(['chat', 'messages', 'responses'] as const)(
  'leaves a cache of %s at least the share it had',
  async (dialect) => {
    const [bare, ours] = [await reused(dialect, false), await reused(dialect, true)]
    expect(ours).toBeGreaterThanOrEqual(bare)
  },
)
