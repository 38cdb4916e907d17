import { describe, expect, it } from 'vitest'
import { RULES_VERSION } from '../../src/domain/safety/rules-version.ts'
import { YARDSTICK } from '../../src/domain/vectors/normalisation.ts'
import { createEmbedder } from '../../src/service/offers/embedder.ts'
import { createSkillMeaning, textsOf } from '../../src/service/offers/skill-meaning.ts'
import type { SkillRecord } from '../../src/store/skill-records.ts'
import { memoryStore } from '../store/sqlite/memory-store.ts'
import { FakeModel } from './fake-model.ts'
import { Home, skillMd } from './home.ts'

const skill = (name: string, description: string, triggers: readonly string[] = []): SkillRecord => ({
  id: name,
  name,
  origin: 'person',
  status: 'active',
  signature: null,
  description,
  triggers,
  body: 'Do it.',
  path: `/${name}`,
  needsReview: false,
  evidenceCount: 0,
  headVersion: 'v',
  digest: 'd',
  stamp: null,
  rules: RULES_VERSION,
  altered: false,
  createdAt: 0,
})
const REVIEW = skill('review-branch', 'Look at the changes of a branch', ['check my branch'])
const MUSIC = skill('play-music', 'Play some jazz music', ['put on a record'])

function make(model = new FakeModel()) {
  const embedder = createEmbedder({
    store: memoryStore(),
    model,
    now: () => new Date(0),
    budgetMs: 10_000,
    redact: (text) => text,
    tell: () => {},
  })
  return { model, embedder, meaning: createSkillMeaning(embedder) }
}

const until = async (done: () => boolean) => {
  while (!done()) await new Promise((resolve) => setImmediate(resolve))
}

describe('what skills mean', () => {
  it('speaks for the skill that is near a request, and against another', async () => {
    const { embedder, meaning } = make()
    await embedder.prepare([REVIEW, MUSIC].flatMap(textsOf))
    meaning.keep([REVIEW, MUSIC])
    const toward = await meaning.toward('check the branch')
    expect(toward!('review-branch')).toBeGreaterThan(toward!('play-music') + 0.5)
    expect(toward!('unheard-of')).toBe(0)
  })

  it('embeds what is not known of skills while nobody waits, once', async () => {
    const { model, meaning } = make()
    meaning.keep([REVIEW])
    await until(() => model.asked.includes(REVIEW.description))
    await until(() => model.asked.length >= YARDSTICK.length + 3)
    meaning.keep([REVIEW, MUSIC])
    await until(() => model.asked.includes(MUSIC.description))
    expect(model.asked.filter((text) => text === REVIEW.description)).toHaveLength(1)
  })

  it('says nothing where the model cannot be asked', async () => {
    const { model, meaning } = make()
    model.fail(new Error('gone'))
    meaning.keep([REVIEW])
    expect(await meaning.toward('check the branch')).toBeUndefined()
  })

  it('forgets skills that are gone, and reads again what was changed', async () => {
    const { embedder, meaning } = make()
    const other = { ...REVIEW, description: 'Play some jazz music', triggers: ['play some jazz music'] }
    await embedder.prepare([REVIEW, MUSIC, other].flatMap(textsOf))
    meaning.keep([REVIEW, MUSIC])
    const first = (await meaning.toward('play some jazz music'))!
    const was = first('review-branch')
    meaning.keep([other])
    const then = (await meaning.toward('play some jazz music'))!
    await until(() => then('play-music') === 0)
    expect(then('review-branch')).toBeGreaterThan(was)
  })
})

describe('route', () => {
  const request = 'check the branch'
  async function relevances(vectorModel: FakeModel | undefined) {
    const home = new Home()
    home.write('review-branch', skillMd('review-branch', 'Check the branch'))
    home.write('prune-branch', skillMd('prune-branch', 'Delete every old branch that was merged'))
    const loop = await home.open(vectorModel === undefined ? {} : { vectorModel })
    if (vectorModel !== undefined) await loop.upkeep.vectors({ prepare: true })
    const { candidates } = await loop.route({ text: request })
    return { candidates, warnings: home.warnings }
  }

  it('goes by meaning as well where there is a model, and by words alone where there is none or it fails', async () => {
    const words = await relevances(undefined)
    const both = await relevances(new FakeModel())
    expect(both.candidates[0]!.skill).toBe('review-branch')
    expect(both.candidates.map(({ relevance }) => relevance)).not.toEqual(
      words.candidates.map(({ relevance }) => relevance),
    )
    const broken = new FakeModel()
    broken.fail(new Error('gone'))
    const failing = await relevances(broken)
    expect(failing.candidates).toEqual(words.candidates)
    expect(failing.warnings).toEqual([expect.stringMatching(/words alone/)])
  })
})

describe('endOfRun', () => {
  const said = ['show pending merge requests', 'list merge proposals open', 'merge candidates overview']

  it('embeds a request before it is grouped, and none where streaks go by signature', async () => {
    for (const grouping of ['similar', 'signature']) {
      const model = new FakeModel()
      const home = new Home()
      const loop = await home.open({ vectorModel: model, settings: { 'bucket.grouping': grouping } })
      await loop.upkeep.vectors({ prepare: true })
      model.asked.length = 0
      for (const [i, userInput] of said.entries())
        await loop.endOfRun({ userInput, outcome: 'success', summary: '1 turn', promptId: `p${i}`, sessionId: 's' })
      expect(model.asked).toEqual(grouping === 'similar' ? said : [])
    }
  })

  it('records also while a model hangs, after no more than its budget', async () => {
    const model = new FakeModel()
    const home = new Home()
    const settings = { 'bucket.grouping': 'similar', 'vectors.timeoutMs': 1 }
    const loop = await home.open({ vectorModel: model, settings })
    await loop.upkeep.vectors({ prepare: true })
    model.hang()
    for (const [i, userInput] of said.entries())
      expect(
        await loop.endOfRun({ userInput, outcome: 'success', summary: '', promptId: `p${i}`, sessionId: 's' }),
      ).toMatchObject({
        status: 'recorded',
      })
    expect(home.warnings).toEqual([expect.stringMatching(/did not answer within 1 ms/)])
  })
})
