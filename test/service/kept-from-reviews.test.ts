import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { ProposedSkill } from '../../src/domain/learning/proposal.ts'
import { PROPOSED } from '../domain/learning/session.ts'
import { type Home, skillMd } from './home.ts'
import { create, home, NOTHING, proposing, record } from './learning-home.ts'

describe('a review takes two minutes in all', () => {
  /** A model that needs this long for each answer, and looks at files again and again. */
  const slow = async (seconds: number) => {
    let at: Home | undefined
    const answers = proposing(create(PROPOSED))
    const made = await home((question, n) => {
      at!.now = new Date(at!.now.getTime() + seconds * 1_000)
      return answers(question, n)
    })
    at = made.at
    await record(made.at, made.loop)
    return made
  }

  test('and not two minutes a call; the answers that came are not asked for again', async () => {
    const { loop, model } = await slow(121)
    const report = await loop.learning.learn()
    expect(report).toMatchObject({ reviewed: 0, calls: 1, proposals: [] })
    expect(report.failed[0]?.why).toContain('longer than 120 seconds')
    expect(report.stopped).toBeUndefined()
    expect(await loop.learning.learn()).toMatchObject({ reviewed: 1, proposals: [{ staged: { status: 'staged' } }] })
    expect(model.asked.map(({ purpose }) => purpose)).toEqual(['extract', 'audit'])
  })

  test('which is enough for calls of a minute', async () => {
    const { loop } = await slow(59)
    expect(await loop.learning.learn()).toMatchObject({ reviewed: 1, failed: [] })
  })

  test('and sees at most eight files', async () => {
    const look = [0, 1, 2, 3].map((i) => ({ tool: 'read_file' as const, path: `src/${i}.ts` }))
    const { at, loop, model } = await home(() => ({ ...NOTHING, look }))
    await loop.endOfRun({
      ...{ userInput: 'please stop using rhymes from now on', outcome: 'success', engine: 'codex', sessionId: 's9' },
      ...{ promptId: 'p', timestamp: at.now, projectDir: at.root },
    })
    at.now = new Date(at.now.getTime() + 3_600_000)
    await loop.learning.learn()
    expect(model.asked.at(-1)?.input.match(/<read_file /g)).toHaveLength(8)
    expect(model.asked).toHaveLength(3)
  })
})

describe('tags and confidence of a proposal', () => {
  test('are kept, searched and used', async () => {
    const { at, loop } = await home(proposing(create({ ...PROPOSED, tags: ['Database', 'schema'], confidence: 0.4 })))
    await record(at, loop)
    await loop.learning.learn()
    const skill = await loop.review.skill(PROPOSED.name)
    expect(skill).toMatchObject({ tags: ['database', 'schema'], score: 0.4, scoreMeasured: false })
    const text = readFileSync(join(skill.path, 'SKILL.md'), 'utf8')
    expect(text).toMatch(/confidence: ["']?0\.4["']?/)
    expect(JSON.parse(readFileSync(join(skill.path, 'manifest.json'), 'utf8'))).toMatchObject({ score: 0.4 })
  })

  test('raise nothing above the prior of a draft', async () => {
    const { at, loop } = await home(proposing(create({ ...PROPOSED, confidence: 1 })))
    await record(at, loop)
    await loop.learning.learn()
    expect(await loop.review.skill(PROPOSED.name)).toMatchObject({ score: 0.7 })
  })
})

describe('a wish that is voiced again', () => {
  const MINE = skillMd('schema-changes', 'How the schema is changed.', '# Mine\n\nEdit the schema first.')
  const wish = (text: string): ProposedSkill => ({
    ...{ ...PROPOSED, steps: [], pitfalls: [], checks: [], examples: ['good'] },
    rules: [{ ...PROPOSED.rules[0]!, text }],
  })
  const edits = [{ anchor: '# Mine', action: 'insert_after', removes: [], claims: ['rules[0]'] }].map((edit) => ({
    ...edit,
    text: '- Run the linter before work is called done.',
  }))

  /** A home with a person's skill, in which a session voiced the wish; `say` words it otherwise from then on. */
  async function withWish(first: string) {
    let said = first
    const { at, loop } = await home((question, n) =>
      proposing(
        { ...create(wish(said)), operation: 'extend', target: 'schema-changes' },
        { merge: { edits, reason: 'a wish' }, audit: { claims: [{ id: 'rules[0]', supported: true, reason: '' }] } },
      )(question, n),
    )
    at.write('schema-changes', MINE)
    await record(at, loop)
    const say = (text: string) => {
      said = text
    }
    return { at, loop, say }
  }

  test.each([
    ['in the same words', 'Run the linter before work is called done.'],
    ['in other words', 'Before the work is called done, the linter has run.'],
    ['where only its edits are the same', 'Run the linter over each package of all trees before work is called done.'],
  ])('supports the version that waits, %s', async (_, again) => {
    const { at, loop, say } = await withWish('Run the linter before work is called done.')
    expect((await loop.learning.learn()).proposals).toMatchObject([{ staged: { status: 'staged' } }])
    say(again)
    await record(at, loop, 's2', ' again')
    expect((await loop.learning.learn()).proposals).toMatchObject([
      { skill: 'schema-changes', staged: { status: 'staged' } },
    ])
    const waiting = (await loop.review.versions('schema-changes')).filter(({ state }) => state === 'proposed')
    expect(waiting).toMatchObject([{ evidence: { length: 2 }, reason: expect.stringContaining('said again') }])
    await loop.review.move('schema-changes', 'accept')
    const text = readFileSync(join(at.skills, 'schema-changes', 'SKILL.md'), 'utf8')
    expect(text.match(/linter/g)).toHaveLength(1)
  })

  test('is another matter where it says something else', async () => {
    const { at, loop, say } = await withWish('Run the linter before work is called done.')
    await loop.learning.learn()
    say('Ask before a table is dropped.')
    await record(at, loop, 's2', ' again')
    expect((await loop.learning.learn()).proposals).toMatchObject([{ staged: { status: 'refused' } }])
  })
})
