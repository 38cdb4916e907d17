import { describe, expect, it } from 'vitest'
import type { LoopEvent } from '../../src/domain/event.ts'
import { cosine } from '../../src/domain/vectors/cosine.ts'
import { YARDSTICK } from '../../src/domain/vectors/normalisation.ts'
import type { VectorModel } from '../../src/model/vector-model.ts'
import { createEmbedder, type EmbedderParts } from '../../src/service/offers/embedder.ts'
import { memoryStore } from '../store/sqlite/memory-store.ts'
import { FakeModel, knownBefore } from './fake-model.ts'

class Bench {
  readonly store = memoryStore()
  readonly events: LoopEvent[] = []
  now = 0

  embedder(model: VectorModel, more: Partial<EmbedderParts> = {}) {
    return createEmbedder({
      store: this.store,
      model,
      now: () => new Date(this.now),
      budgetMs: 10_000,
      redact: (text) => text.replaceAll('hunter2', '[redacted]'),
      tell: (event) => this.events.push(event),
      ...more,
    })
  }

  get warnings(): string[] {
    return this.events.flatMap((event) => (event.kind === 'warning' ? [event.what] : []))
  }
}

/** One that knows its model's space and has been asked nothing else. */
async function prepared(model: FakeModel = new FakeModel(), more: Partial<EmbedderParts> = {}) {
  const bench = new Bench()
  await knownBefore(bench.store, model)
  const embedder = bench.embedder(model, more)
  await embedder.prepare([])
  model.asked.length = 0
  return { bench, embedder, model }
}

describe('an embedder', () => {
  it('asks the model for the vector of a text once, and knows it from then on, in another process too', async () => {
    const { bench, embedder, model } = await prepared()
    const first = await embedder.vector('review my branch')
    expect(first).toBeInstanceOf(Float32Array)
    expect(await embedder.vector('review my branch')).toEqual(first)
    expect(await bench.embedder(model).vector('review my branch')).toEqual(first)
    expect(model.asked).toEqual(['review my branch'])
  })

  it('finds texts with the same words nearer than others', async () => {
    const { embedder } = await prepared()
    const of = async (text: string) => (await embedder.vector(text))!
    const one = await of('review the branch')
    expect(cosine(one, await of('the branch review'))).toBeGreaterThan(cosine(one, await of('play some music')))
  })

  it('gives no vector before the space of the model is known, and learns it while nobody waits', async () => {
    const bench = new Bench()
    const model = new FakeModel()
    const embedder = bench.embedder(model)
    expect(await embedder.ready()).toBe(false)
    expect(await embedder.vector('review my branch')).toBeUndefined()
    while (!(await embedder.ready())) await new Promise((resolve) => setImmediate(resolve))
    expect(model.asked).toEqual(YARDSTICK)
    expect(await embedder.vector('review my branch')).toBeDefined()
    expect(bench.warnings).toEqual([])
  })

  it('sends nothing before it is redacted, no more than is read, and nothing empty', async () => {
    const { embedder, model } = await prepared()
    await embedder.prepare(['the password is hunter2', '', ' \n', 'x'.repeat(1000)])
    expect(model.asked).toEqual(['the password is [redacted]', 'x'.repeat(400)])
    expect(await embedder.vector(' ')).toBeUndefined()
  })

  it('asks in pieces for what is missing only, and says how far it is', async () => {
    const { embedder, model } = await prepared()
    await embedder.vector('two')
    const told: number[] = []
    const done = await embedder.prepare(['one', 'two', 'three', 'four', 'one'], (at, of) => told.push(at, of))
    expect(done).toMatchObject({ embedded: 3 })
    expect(told).toEqual([2, 3, 3, 3])
    expect(model.asked).toEqual(['two', 'one', 'three', 'four'])
    expect([...(await embedder.known(['one', 'nothing', 'four'])).keys()]).toEqual(['one', 'four'])
  })

  it.each<[string, (model: FakeModel) => void, Partial<EmbedderParts>]>([
    ['fails', (model) => model.fail(new Error('no wasm')), {}],
    ['does not answer in time', (model) => model.hang(), { budgetMs: 1 }],
    ['answers with another dimension', (model) => model.shrink(), {}],
  ])('does without a model that %s, warns once, and asks it again after a while', async (_, strike, more) => {
    const { bench, embedder, model } = await prepared(new FakeModel(), more)
    strike(model)
    for (const text of ['one', 'two', 'three']) expect(await embedder.vector(text)).toBeUndefined()
    expect(model.asked).toEqual(['one'])
    expect(bench.warnings).toEqual([expect.stringMatching(/^vectors are not used, words alone decide: /)])
    model.heal()
    bench.now += 61_000
    expect(await embedder.vector('three')).toBeDefined()
  })

  it('still gives what it knows while the model is left alone', async () => {
    const { embedder, model } = await prepared()
    const known = await embedder.vector('one')
    model.fail(new Error('gone'))
    await embedder.vector('two')
    expect(await embedder.vector('one')).toEqual(known)
  })

  it('says why it could not prepare', async () => {
    const bench = new Bench()
    const model = new FakeModel()
    model.fail(new Error('gone'))
    expect(await bench.embedder(model).prepare(['one'])).toMatchObject({ embedded: 0, failure: { message: 'gone' } })
  })

  it('never mixes the vectors of two models', async () => {
    const { bench, embedder } = await prepared()
    await embedder.vector('one')
    const other = bench.embedder(new FakeModel('other'))
    await other.prepare([])
    expect(other.model).not.toBe(embedder.model)
    expect([...(await other.known(['one'])).keys()]).toEqual([])
  })

  it('stops without a word when it is told to', async () => {
    const bench = new Bench()
    const model = new FakeModel()
    const embedder = bench.embedder(model)
    const preparing = embedder.prepare(['one'])
    embedder.stop()
    expect((await preparing).embedded).toBe(0)
    expect(await embedder.vector('one')).toBeUndefined()
    expect(bench.warnings).toEqual([])
  })

  it('never rejects, also when the store fails', async () => {
    const { bench, embedder } = await prepared()
    bench.store.vectors = async () => Promise.reject(new Error('disk full'))
    expect(await embedder.vector('one')).toBeUndefined()
    expect(await embedder.known(['one'])).toEqual(new Map())
    expect(await embedder.prepare(['one'])).toMatchObject({ failure: { message: 'disk full' } })
  })
})
