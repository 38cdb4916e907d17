import fc from 'fast-check'
import { expect, it, onTestFinished } from 'vitest'
import { createCompanion } from '../../src/proxy/companion.ts'
import { tokenOf } from '../../src/proxy/identity.ts'
import { userLoops } from '../../src/proxy/open-proxy.ts'
import { serveProxy } from '../../src/proxy/serve.ts'
import { Home } from '../service/home.ts'
import { ScriptedAgent, scriptedModel } from './scripted-agent.ts'

const SECRET = 'the-token-of-the-proxy'
const SAMPLE = { numRuns: 1, seed: 20261123 }
const USERS = ['anna', 'bert', 'Anna', 'c d', '..']
/** A word that one user alone says, so that whatever holds it is of that user. */
const wordOf = (user: string) => `codeword${'abcde'[USERS.indexOf(user)]}`
const wishOf = (user: string) => `rotate the ${wordOf(user)} credentials`

it('forty requests of five users put nothing before a model that is another user’s', async () => {
  const model = await scriptedModel()
  const loop = await new Home().open()
  const errors: Error[] = []
  const companion = createCompanion({ loopOf: userLoops(loop), onError: (error) => errors.push(error) })
  const proxy = await serveProxy({ upstream: model.url, port: 0, secret: SECRET, companion })
  onTestFinished(() => proxy[Symbol.asyncDispose]())
  const until = new Date(Date.now() + 600_000)
  const agent = (user: string) =>
    new ScriptedAgent(proxy.url, 'messages', { model, headers: { 'x-wayland-token': tokenOf(user, until, SECRET) } })
  for (const user of USERS) for (let i = 0; i < 3; i++) await agent(user).turn(wishOf(user))
  await companion.settled()

  // Nobody types a word from here on: one that is before a model comes out of a skill.
  const [steps = []] = fc.sample(fc.array(fc.constantFrom(...USERS), { minLength: 40, maxLength: 40 }), SAMPLE)
  let put = 0
  for (const user of steps) {
    model.arrived.length = 0
    await agent(user).turn('rotate the credentials')
    for (const { body } of model.arrived) {
      const said = body.toString('utf8')
      for (const one of USERS) if (one !== user) expect(said, user).not.toContain(wordOf(one))
      if (said.includes(wordOf(user))) put++
    }
  }
  await companion.settled()
  expect(errors).toEqual([])
  // The check could not fail if no skill were ever put in.
  expect(put).toBeGreaterThan(0)
  for (const user of USERS) {
    const names = (await (await loop.bank.of(user)).review.skills()).map(({ name }) => name)
    expect(names).toContain(`auto-${wordOf(user)}-credentials-rotate`)
  }
  expect(await loop.review.skills()).toEqual([])
}, 120_000)
