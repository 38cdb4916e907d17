import fc from 'fast-check'
import { expect, it, onTestFinished } from 'vitest'
import { createCompanion } from '../../src/proxy/companion.ts'
import { identify, tokenOf } from '../../src/proxy/identity.ts'
import { serveProxy } from '../../src/proxy/serve.ts'
import { userLoops } from '../../src/proxy/user-loops.ts'
import { Home, REVIEW_SKILL } from '../service/home.ts'
import { ScriptedAgent, scriptedModel } from './scripted-agent.ts'

const NOW = new Date('2026-03-01T00:00:00Z')
const LATER = new Date(NOW.getTime() + 86_400_000)
const SECRET = 'the-token-of-the-proxy'
const who = (headers: Readonly<Record<string, string>>, required = false, now = NOW) =>
  identify(headers, { secret: SECRET, required, now })
const token = (user: string, until = LATER, secret = SECRET) => tokenOf(user, until, secret)

it('names the user of a token, and of a header with the token of the proxy alone', () => {
  expect(who({})).toEqual({})
  expect(who({ 'x-wayland-token': token('ada') })).toEqual({ user: 'ada' })
  expect(who({ 'x-wayland-token': SECRET })).toEqual({})
  expect(who({ 'x-wayland-token': SECRET, 'x-wayland-user': 'J%C3%BCrgen' })).toEqual({ user: 'Jürgen' })
  for (const refused of [
    who({}, true),
    who({ 'x-wayland-user': 'ada' }),
    who({ 'x-wayland-token': token('ada'), 'x-wayland-user': 'eve' }),
    who({ 'x-wayland-token': token('ada', NOW) }),
    who({ 'x-wayland-token': token('ada', LATER, 'another proxy') }),
    who({ 'x-wayland-token': token('ada') }, false, LATER),
    who({ 'x-wayland-token': '' }),
    who({ 'x-wayland-token': SECRET, 'x-wayland-user': '\u0007' }),
    who({ 'x-wayland-token': SECRET, 'x-wayland-user': '%' }),
  ])
    expect(refused).toMatchObject({ status: 401 })
})

it('refuses every altered token, and every token made without the secret', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1 }), fc.nat(), fc.string({ minLength: 1 }), (user, nth, put) => {
      fc.pre(user.trim() !== '')
      const good = token(user)
      const at = nth % good.length
      const altered = good.slice(0, at) + put + good.slice(at + 1)
      fc.pre(altered !== good)
      expect(who({ 'x-wayland-token': altered })).toMatchObject({ status: 401 })
      const [, , sign] = good.split('.')
      const [name] = token(`${user}2`).split('.')
      expect(who({ 'x-wayland-token': `${name}.${LATER.getTime()}.${sign}` })).toMatchObject({ status: 401 })
    }),
  )
})

it('learns for each user apart, and offers nobody what is another’s', async () => {
  const model = await scriptedModel()
  const loop = await new Home().open()
  const errors: Error[] = []
  const companion = createCompanion({
    loopOf: userLoops(loop),
    onError: (error) => errors.push(error),
  })
  const proxy = await serveProxy({ upstream: model.url, port: 0, secret: SECRET, companion })
  onTestFinished(() => proxy[Symbol.asyncDispose]())
  const until = new Date(Date.now() + 60_000)
  const agent = (user?: string) =>
    new ScriptedAgent(proxy.url, 'messages', {
      model,
      headers: user === undefined ? {} : { 'x-wayland-token': tokenOf(user, until, SECRET) },
    })
  for (let i = 0; i < 3; i++) await agent('ada').turn('review the changes on the branch')
  await companion.settled()
  expect(errors).toEqual([])
  const names = async (user: string) => (await (await loop.bank.of(user)).skills()).map(({ name }) => name)
  expect([await names('ada'), await names('eve'), await loop.skills()]).toEqual([[REVIEW_SKILL], [], []])
  model.arrived.length = 0
  for (const user of ['eve', undefined, 'ada']) await agent(user).turn('review the changes on the branch')
  expect(model.arrived.map(({ body }) => body.includes('[wayland-core]'))).toEqual([
    ...Array(6).fill(false),
    ...Array(3).fill(true),
  ])
  expect(model.arrived.filter(({ raw }) => raw.join().includes('x-wayland'))).toEqual([])
})

it('answers nobody without a token on an address that others reach', async () => {
  const model = await scriptedModel()
  await using proxy = await serveProxy({ upstream: model.url, port: 0, host: '0.0.0.0', secret: SECRET })
  const url = proxy.url.replace('0.0.0.0', '127.0.0.1')
  expect(proxy.isLocal).toBe(false)
  expect((await fetch(`${url}/v1/models`)).status).toBe(401)
  const agent = new ScriptedAgent(url, 'chat', { model, headers: { 'x-wayland-token': SECRET } })
  await agent.turn('hi')
  expect(model.arrived.length).toBe(3)
})
