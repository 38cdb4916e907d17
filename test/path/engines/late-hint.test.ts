import { connect } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { removeHomes } from '../../cli/command-line.ts'
import { claudeCode as agent, review } from './agents.ts'
import { AgentHome } from './hooks.ts'

removeHomes()

/** Asks the daemon of a home for a hint that somebody waits for until then. */
async function hint(home: AgentHome, session: string, until: number): Promise<string> {
  const asked = review(session, { request: 'please review the changes on my branch' })
  const payload = agent.payload('prompt', asked, join(home.root, agent.file(session)))
  const socket = connect(join(home.data, 'daemon.sock'))
  socket.end(`${JSON.stringify({ hook: agent.engine, payload, until })}\n`)
  return (JSON.parse(await text(socket)) as { answer: string }).answer
}

it('a hint that nobody waits for any more is no offer', async () => {
  const home = new AgentHome()
  await home.promoted('review the changes on the branch')
  await home.daemon()
  const decisions = async () => (await home.within((loop) => loop.tally())).decisions
  const before = await decisions()
  expect(await hint(home, 's8', Date.now() - 1)).toBe('')
  expect(await decisions()).toBe(before)
  expect(await hint(home, 's9', Date.now() + 600_000)).toContain('[wayland-core]')
  expect(await decisions()).toBe(before + 1)
})
