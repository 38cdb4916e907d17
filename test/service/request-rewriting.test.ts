import { describe, expect, it } from 'vitest'
import type { ModelProvider } from '../../src/model/language-model.ts'
import { type Script, scriptedModel } from '../model/scripted-model.ts'
import { drafted, Home, REVIEW, REVIEW_SKILL } from './home.ts'

const GO_ON = 'payments next, the way we did it'
const REWRITTEN = { relation: 'continues', query: REVIEW }

/** The candidate for a request after one on reviewing the branch, and the relevance that it has alone. */
async function asked(model: ModelProvider, text = GO_ON, settings: Record<string, unknown> = {}) {
  const loop = await new Home().open({
    languageModel: model,
    settings: { 'router.rewriting': 'on', 'router.holdout': 0, ...settings },
  })
  await drafted(loop)
  const best = async (sessionId: string) => (await loop.route({ text, sessionId })).candidates[0]?.relevance ?? 0
  const alone = await best('another')
  await loop.route({ text: REVIEW, sessionId: 's' })
  return { alone, within: await best('s'), loop }
}

describe('a request that a model rewrites', () => {
  it('is searched for as the model says it, and the call is logged', async () => {
    const model = scriptedModel(() => REWRITTEN)
    const { alone, within, loop } = await asked(model)
    expect(alone).toBeLessThan(0.1)
    expect(within).toBeGreaterThan(0.5)
    expect(model.asked).toHaveLength(1)
    expect(model.asked[0]?.input).toContain(`- ${REVIEW}`)
    expect((await loop.learning.modelUsage(new Date(0))).latest).toMatchObject([
      { prompt: 'rewrite@1', state: 'answered' },
    ])
    expect((await loop.route({ text: GO_ON, sessionId: 's' })).candidates[0]).toMatchObject({ skill: REVIEW_SKILL })
  })

  it.each<[string, Script]>([
    ['never answers', () => new Promise(() => {})],
    ['fails', () => new Error('no connection')],
    ['answers in another shape', () => ({ relation: 'perhaps', query: 3 })],
    ['answers with more than one line', () => ({ relation: 'continues', query: `${REVIEW}\n${REVIEW}` })],
    ['answers no JSON', () => REVIEW],
    ['calls it a new task', () => ({ relation: 'new', query: '' })],
    ['waits for others', () => 'waiting'],
  ])('is searched for as it is where the model %s', async (_, script) => {
    const { alone, within } = await asked(scriptedModel(script))
    expect(within).toBe(alone)
  })

  it('is not waited for longer than a second, whatever the model does', async () => {
    const model = scriptedModel(async () => await new Promise((done) => setTimeout(done, 5_000, REWRITTEN)))
    const { alone, within } = await asked(model)
    expect(within).toBe(alone)
  })

  it('still counts in the words of its session where the model is late', async () => {
    const { alone, within } = await asked(
      scriptedModel(() => new Promise(() => {})),
      'and now for the other one',
    )
    expect(within).toBeGreaterThan(alone)
  })

  it('is not asked about where it is thanks or agreement, or has nothing before it', async () => {
    for (const text of ['thanks', 'ok, go on', 'yes please']) {
      const model = scriptedModel(() => REWRITTEN)
      await asked(model, text)
      expect(model.asked).toEqual([])
    }
  })

  it('is sent redacted', async () => {
    const model = scriptedModel(() => REWRITTEN)
    await asked(model, 'payments next, mail me@example.com about it')
    expect(model.asked[0]?.input).not.toContain('me@example.com')
  })

  it('is not asked about without the option, nor past the budget of the day', async () => {
    const model = scriptedModel(() => REWRITTEN)
    const { alone, within } = await asked(model, GO_ON, { 'router.rewriting': 'off' })
    expect(within).toBe(alone)
    const spent = await asked(model, GO_ON, { 'model.dailyTokens': 0 })
    expect(spent.within).toBe(spent.alone)
    expect(model.asked).toEqual([])
  })
})
