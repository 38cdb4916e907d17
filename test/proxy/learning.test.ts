import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import type { SkillLoopOptions } from '../../src/app/skill-loop.ts'
import { createCompanion } from '../../src/proxy/companion.ts'
import { serveProxy } from '../../src/proxy/serve.ts'
import { drafted, Home, REVIEW_SKILL } from '../service/home.ts'
import { DIALECTS, type DialectName, ScriptedAgent, scriptedModel } from './scripted-agent.ts'

const NAMES = Object.keys(DIALECTS) as DialectName[]
const ASKED = [
  'review the changes on the branch',
  'please review the changes on the branch',
  'review the branch changes',
]

/** A proxy over a loop, before a scripted model. */
async function proxied({ home = new Home(), options = {} as SkillLoopOptions } = {}) {
  const model = await scriptedModel()
  const loop = await home.open(options)
  const errors: Error[] = []
  const companion = createCompanion({ loopOf: async () => loop, onError: (error) => errors.push(error) })
  const proxy = await serveProxy({ upstream: model.url, port: 0, companion })
  onTestFinished(() => proxy[Symbol.asyncDispose]())
  const agent = (dialect: DialectName, more = {}) => new ScriptedAgent(proxy.url, dialect, { model, ...more })
  return { home, model, loop, companion, agent, errors }
}

const texts = (body: Buffer) => body.toString().match(/\[wayland-core\]/g)?.length ?? 0

it.each(NAMES)('drafts from three conversations of %s, and puts the draft into the fourth', async (dialect) => {
  const { model, loop, companion, agent, errors } = await proxied()
  for (const text of ASKED) await agent(dialect).turn(text)
  await companion.settled()
  expect(errors).toEqual([])
  expect((await loop.review.skills()).map(({ name, status }) => [name, status])).toEqual([[REVIEW_SKILL, 'staged']])
  expect(model.arrived.filter(({ body }) => texts(body) > 0)).toEqual([])
  expect(await loop.upkeep.tally()).toMatchObject({ turns: 3 })

  model.arrived.length = 0
  const fourth = agent(dialect)
  await fourth.turn('please review the changes on my branch')
  await fourth.turn('now count the words of the notes')
  await companion.settled()
  expect(errors).toEqual([])
  // Two calls and a word each, and in every request the skill with its steps.
  expect(model.arrived).toHaveLength(6)
  for (const { body } of model.arrived) expect(body.toString()).toContain('git diff --stat main...HEAD')
  expect(await loop.upkeep.tally()).toMatchObject({ turns: 5 })
  expect(await loop.review.skill(REVIEW_SKILL)).toMatchObject({ counts: { offered: 1, loaded: 1, successes: 1 } })
})

it.each(NAMES)(
  'puts the same bytes at the same place of %s in every request, also after a restart',
  async (dialect) => {
    const home = new Home()
    const first = await proxied({ home })
    await drafted(first.loop)
    const agent = first.agent(dialect)
    const plain: string[] = []
    const note = () => plain.push(JSON.stringify(agent.body(), null, 1))
    await agent.turn('review the changes on the branch')
    note()
    await first.companion.settled()
    const [one] = first.model.arrived
    const second = await proxied({ home })
    const later = second.agent(dialect)
    later.history.push(...agent.history)
    await later.turn('and the other branch?')
    const changed = [...first.model.arrived, ...second.model.arrived].map(({ body }) => body.toString())
    expect(changed).toHaveLength(6)
    const marked = changed.map((body) => body.indexOf('[wayland-core]'))
    expect(marked[0]).toBeGreaterThan(0)
    // All up to the text and with it is the beginning of the first request, byte for byte.
    const end = (one?.body.toString() ?? '').lastIndexOf('[wayland-core]') + 50
    for (const body of changed) expect(body.slice(0, end)).toBe(changed[0]?.slice(0, end))
    expect(new Set(changed.map((body) => texts(Buffer.from(body)))).size).toBe(1)
  },
)

it('puts nothing into a conversation that is held out, and fixes that for all of it', async () => {
  const { home, model, loop, companion, agent } = await proxied({ options: { settings: { 'router.holdout': 1 } } })
  await drafted(loop)
  const reasons = () => home.events.flatMap((event) => (event.kind === 'decision' ? [event.decision.reason] : []))
  const held = agent('chat')
  await held.turn('review the changes on the branch')
  await held.turn('review the changes on the branch again')
  await companion.settled()
  expect(model.arrived.some(({ body }) => texts(body) > 0)).toBe(false)
  expect(reasons()).toEqual(['held_out'])
})

it('puts in the skill that the request names, and no skill where none fits', async () => {
  const { model, loop, agent } = await proxied()
  await drafted(loop)
  await agent('messages').turn('what is the capital of Iceland?')
  expect(model.arrived.filter(({ body }) => texts(body) > 0)).toEqual([])
  await agent('messages').turn(`what is the capital of Iceland? @@skill=${REVIEW_SKILL}`)
  expect(texts(model.arrived.at(-1)!.body)).toBeGreaterThan(0)
})

it('stops putting in a skill that a person withdrew', async () => {
  const { model, loop, agent } = await proxied()
  await drafted(loop)
  const one = agent('responses')
  await one.turn('review the changes on the branch')
  await loop.review.move(REVIEW_SKILL, 'revoke')
  await one.turn('go on with the next branch')
  expect(texts(model.arrived[0]!.body)).toBeGreaterThan(0)
  expect(texts(model.arrived.at(-1)!.body)).toBe(0)
})

it('lets the traffic pass where learning and the store fail', async () => {
  const model = await scriptedModel()
  const errors: string[] = []
  const broken = async () => {
    throw new Error('no disk')
  }
  const companion = createCompanion({
    loopOf: async () => ({ offers: { converse: broken, answered: broken }, endOfRun: broken }),
    onError: ({ message }) => errors.push(message),
  })
  await using proxy = await serveProxy({ upstream: model.url, port: 0, companion })
  const agent = new ScriptedAgent(proxy.url, 'chat', { model })
  const sent = JSON.stringify(
    { ...agent.body(), messages: [...(agent.body().messages as object[]), { role: 'user', content: 'hi' }] },
    null,
    1,
  )
  await agent.turn('hi')
  expect(model.arrived[0]?.body.toString()).toBe(sent)
  expect(errors).toEqual(Array(3).fill('no disk'))
})

it('keeps no key in the database or any file of the home', async () => {
  const { home, companion, agent } = await proxied()
  for (const text of ASKED)
    await agent('messages', { headers: { 'x-api-key': 'sk-secret-key-of-a-person-123456' } }).turn(text)
  await companion.settled()
  const files = readdirSync(home.root, { recursive: true, withFileTypes: true }).filter((one) => one.isFile())
  expect(files.length).toBeGreaterThan(3)
  for (const { parentPath, name } of files)
    expect(readFileSync(join(parentPath, name)).includes('sk-secret-key')).toBe(false)
})
