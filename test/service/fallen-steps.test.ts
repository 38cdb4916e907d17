import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { ProposedSkill } from '../../src/domain/learning/proposal.ts'
import { sessionText } from '../../src/domain/learning/session-text.ts'
import { PROPOSED, ran, session, turn } from '../domain/learning/session.ts'
import type { Script } from '../model/scripted-model.ts'
import { allSupported, create, home, proposing, record } from './learning-home.ts'

const [generate, migrate] = PROPOSED.steps
const INVENTED = { ...generate!, text: 'Push it to the database.', command: 'npx prisma db push' }
const WITH_ONE_BAD: ProposedSkill = { ...PROPOSED, steps: [generate!, INVENTED, migrate!] }
const NAME = PROPOSED.name

/** A model that answers with these skills, one question after the other, and finds borne out what is not listed. */
const answering =
  (answers: readonly ProposedSkill[], doubted: readonly string[] = []): Script =>
  ({ purpose, input }, n) => {
    if (purpose === 'extract') return create(input.includes('<taken_out>') ? answers.at(-1)! : answers[0]!)
    const ids = [...input.matchAll(/^([a-z]+\[\d+\]): (.*)$/gm)]
    const claims = ids.map(([, id = '', text = '']) => ({
      ...{ id, supported: !doubted.some((one) => text.startsWith(one)), reason: 'it is said of one case' },
    }))
    return purpose === 'audit' ? { claims } : proposing(create(answers[0]!))({ purpose, input } as never, n)
  }

const textOf = async (loop: Awaited<ReturnType<typeof home>>['loop']) =>
  readFileSync(join((await loop.review.skill(NAME)).path, 'SKILL.md'), 'utf8')

describe('a step that breaks a rule', () => {
  test('falls alone, with its reason; the skill is kept', async () => {
    const { at, loop, model } = await home(answering([WITH_ONE_BAD]))
    await record(at, loop)
    const [found] = (await loop.learning.learn()).proposals
    expect(found).toMatchObject({
      staged: { status: 'staged' },
      fallen: [{ text: expect.stringContaining('Push it to the database.'), rule: 'commands' }],
    })
    expect(await textOf(loop)).not.toContain('db push')
    expect(await textOf(loop)).toContain('2. Migrate under a name that says what changes.')
    expect(model.asked.map(({ purpose }) => purpose)).toEqual(['extract', 'extract', 'audit'])
    const again = model.asked[1]?.input ?? ''
    expect(again.startsWith(model.asked[0]?.input ?? '?')).toBe(true)
    expect(again).toContain('"npx prisma db push" did not run and end well in the evidence')
    expect((await loop.learning.modelUsage(new Date(0))).proposals[0]?.reason).toContain('left out "Push it')
  })

  test('is mended by the second answer, which is judged like the first', async () => {
    const { at, loop } = await home(answering([WITH_ONE_BAD, PROPOSED]))
    await record(at, loop)
    expect((await loop.learning.learn()).proposals).toMatchObject([{ staged: { status: 'staged' }, fallen: [] }])
  })

  test('is not traded for a second answer that is refused', async () => {
    const { at, loop } = await home(answering([WITH_ONE_BAD, { ...PROPOSED, steps: [INVENTED] }]))
    await record(at, loop)
    expect((await loop.learning.learn()).proposals).toMatchObject([{ staged: { status: 'staged' }, fallen: [{}] }])
  })

  test('takes the skill with it where no other step is left', async () => {
    const { at, loop } = await home(answering([{ ...PROPOSED, steps: [INVENTED] }]))
    await record(at, loop)
    expect((await loop.learning.learn()).proposals).toMatchObject([{ staged: { status: 'refused', rule: 'commands' } }])
  })
})

describe('a statement that the audit doubts', () => {
  test('falls, and what is left is offered', async () => {
    const { at, loop, model } = await home(answering([PROPOSED], ['Run the linter']))
    await record(at, loop)
    const [found] = (await loop.learning.learn()).proposals
    expect(found).toMatchObject({ staged: { status: 'staged' }, fallen: [{ rule: 'audit' }] })
    expect(found?.fallen[0]?.reason).toContain('it is said of one case')
    expect(await textOf(loop)).not.toContain('Run the linter')
    expect(await loop.review.skill(NAME)).toMatchObject({ status: 'staged' })
    expect(model.asked.filter(({ purpose }) => purpose === 'extract')).toHaveLength(2)
  })

  test('does so once: the model is not asked a third time', async () => {
    const { at, loop, model } = await home(answering([WITH_ONE_BAD], ['Run the linter']))
    await record(at, loop)
    expect((await loop.learning.learn()).proposals).toMatchObject([
      { fallen: [{ rule: 'audit' }, { rule: 'commands' }] },
    ])
    expect(model.asked.map(({ purpose }) => purpose)).toEqual(['extract', 'extract', 'audit'])
  })
})

test('what a person rejected before is refused without a hint how to say it otherwise', async () => {
  const { at, loop, model } = await home(proposing(create(PROPOSED), { audit: allSupported(PROPOSED) }))
  await record(at, loop)
  await loop.learning.learn()
  await loop.review.move(NAME, 'archive')
  const before = model.asked.length
  await record(at, loop, 's2')
  expect((await loop.learning.learn()).proposals).toMatchObject([{ staged: { rule: 'rejected before' } }])
  expect(model.asked).toHaveLength(before + 1)
})

test('a call is "ok" in a question only where the rules take it for one', () => {
  const piped = ran('npm test 2>&1 | tail -5', true, { maskedPipe: true })
  const { text } = sessionText(
    session([turn('a', 'test it', [piped, ran('npm test 2>&1'), ran('npm test | tail -5')])]),
  )
  expect(text).toContain('c1 unknown (a pipe hides how it ended) Bash')
  expect(text).toContain('c2 ok Bash')
  expect(text).toContain('c3 ok Bash')
})
