import fc from 'fast-check'
import { expect, it, onTestFinished } from 'vitest'
import { createCompanion } from '../../src/proxy/companion.ts'
import { identify, targetOf, tokenOf } from '../../src/proxy/identity.ts'
import { userLoops } from '../../src/proxy/open-proxy.ts'
import { serveProxy } from '../../src/proxy/serve.ts'
import { Home, REVIEW_SKILL } from '../service/home.ts'
import { ScriptedAgent, scriptedModel } from './scripted-agent.ts'

const NOW = new Date('2026-03-01T00:00:00Z')
const LATER = new Date(NOW.getTime() + 86_400_000)
const SECRET = 'the-token-of-the-proxy'
const who = (headers: Readonly<Record<string, string>>, inAddress?: string, now = NOW) =>
  identify(headers, inAddress, { secret: SECRET, now })
const token = (user: string, until = LATER, secret = SECRET) => tokenOf(user, until, secret)

it('names the user of a token, and of a header with the token of the proxy alone', () => {
  expect(who({ 'x-wayland-token': token('ada') })).toEqual({ user: 'ada' })
  expect(who({}, token('ada'))).toEqual({ user: 'ada' })
  expect(who({}, SECRET)).toEqual({})
  expect(who({ 'x-wayland-token': token('ada') }, SECRET)).toEqual({ user: 'ada' })
  expect(who({ 'x-wayland-user': 'ada' }, SECRET)).toEqual({ user: 'ada' })
  expect(who({ 'x-wayland-token': SECRET })).toEqual({})
  expect(who({ 'x-wayland-token': SECRET, 'x-wayland-user': 'J%C3%BCrgen' })).toEqual({ user: 'Jürgen' })
  for (const refused of [
    who({}),
    who({}, ''),
    who({}, token('ada', NOW)),
    who({ 'x-wayland-token': token('eve') }, token('ada')),
    who({ 'x-wayland-token': SECRET }, token('ada', NOW)),
    who({ 'x-wayland-token': token('ada', NOW) }, SECRET),
    who({ 'x-wayland-token': token('ada'), 'x-wayland-user': 'eve' }, SECRET),
    who({ 'x-wayland-user': 'ada' }),
    who({ 'x-wayland-token': token('ada'), 'x-wayland-user': 'eve' }),
    who({ 'x-wayland-token': token('ada', NOW) }),
    who({ 'x-wayland-token': token('ada', LATER, 'another proxy') }),
    who({ 'x-wayland-token': token('ada') }, undefined, LATER),
    who({ 'x-wayland-token': '' }),
    who({ 'x-wayland-token': SECRET, 'x-wayland-user': '\u0007' }),
    who({ 'x-wayland-token': SECRET, 'x-wayland-user': '%' }),
  ])
    expect(refused).toMatchObject({ status: 401 })
})

it('reads a path of the upstream, and none that leads out of it', () => {
  expect(targetOf('/~t/chat/completions?next=/../a')).toEqual({ token: 't', path: '/chat/completions?next=/../a' })
  expect(targetOf('/~t/files/..name/a...b')).toEqual({ token: 't', path: '/files/..name/a...b' })
  for (const path of ['/../admin', '/a/..', '/a/%2e%2E/b', '/./a', '/a\\..\\b', '/.%2e?x'])
    expect([path, targetOf(`/~t${path}`), targetOf(path)]).toEqual([path, undefined, undefined])
  expect(targetOf('http://elsewhere/~t/a')).toBeUndefined()
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
  const names = async (user: string) => (await (await loop.bank.of(user)).review.skills()).map(({ name }) => name)
  expect([await names('ada'), await names('eve'), await loop.review.skills()]).toEqual([[REVIEW_SKILL], [], []])
  model.arrived.length = 0
  for (const user of ['eve', undefined, 'ada']) await agent(user).turn('review the changes on the branch')
  expect(model.arrived.map(({ body }) => body.includes('[wayland-core]'))).toEqual([
    ...Array(6).fill(false),
    ...Array(3).fill(true),
  ])
  expect(model.arrived.filter(({ raw }) => raw.join().includes('x-wayland'))).toEqual([])
})

it.each(['127.0.0.1', '0.0.0.0'])('answers nobody without a token, and hands none on, at %s', async (host) => {
  const model = await scriptedModel()
  await using proxy = await serveProxy({ upstream: model.url, port: 0, host, secret: SECRET })
  const origin = proxy.origin.replace('0.0.0.0', '127.0.0.1')
  for (const path of ['/v1/models', '/~/v1/models', '/~wrong/v1/models', `/v1/~${SECRET}/models`]) {
    const { status, headers } = await fetch(`${origin}${path}`)
    expect([path, status, headers.get('connection')]).toEqual([path, 401, 'close'])
  }
  expect(model.arrived).toEqual([])
  const inAddress = new ScriptedAgent(`${origin}/~${SECRET}`, 'chat', { model })
  const inHeader = new ScriptedAgent(origin, 'chat', { model, headers: { 'x-wayland-token': SECRET } })
  for (const agent of [inAddress, inHeader]) await agent.turn('hi')
  expect(model.arrived.length).toBe(6)
  expect(model.arrived.filter(({ path, raw }) => [path, ...raw].join().includes(SECRET))).toEqual([])
})
