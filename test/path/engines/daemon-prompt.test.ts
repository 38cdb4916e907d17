import { once } from 'node:events'
import { expect, it } from 'vitest'
import { claudeCode as agent, review } from './agents.ts'
import { AgentHome, silent } from './hooks.ts'

const SKILL = 'auto-branch-changes-review'
const asked = review('s9', { request: 'please review the changes on my branch' })
/** Only a daemon can answer. */
const DAEMON_ONLY = { WAYLAND_HOOK_DIRECT_MS: '0', WAYLAND_HOOK_WAIT_MS: '60000' }

async function learned(): Promise<AgentHome> {
  const home = new AgentHome()
  await home.draft()
  return home
}

it('a prompt of many words is answered as a short one', async () => {
  const home = await learned()
  await home.daemon()
  const long = { ...asked, request: `${asked.request}: ${'and look at the tests. '.repeat(400)}` }
  const read = (await home.run(['route', long.request, '--json'])).json<{ pick: object | null }>()
  const { code, stdout } = await home.hook(agent, 'prompt', long, { env: DAEMON_ONLY })
  expect([code, stdout !== '']).toEqual([0, read.pick !== null])
})

it('thirty prompts at once are all answered, each with its own answer', async () => {
  const home = await learned()
  await home.daemon()
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, i) =>
      home.hook(
        agent,
        'prompt',
        i % 3 === 0 ? { ...asked, session: `n${i}`, request: 'bake a bread' } : { ...asked, session: `s${i}` },
        {
          env: DAEMON_ONLY,
        },
      ),
    ),
  )
  for (const [i, { code, stdout }] of answers.entries())
    expect([code, stdout.includes(SKILL)]).toEqual([0, i % 3 !== 0])
})

it('what a killed daemon left delays no hook', async () => {
  const home = await learned()
  const daemon = await home.daemon()
  daemon.kill('SIGKILL')
  await once(daemon, 'exit')
  silent(await home.hook(agent, 'prompt', asked, { env: DAEMON_ONLY }))
  await home.daemon()
  const { stdout } = await home.hook(agent, 'prompt', asked, { env: DAEMON_ONLY })
  expect(stdout).toContain(SKILL)
})
