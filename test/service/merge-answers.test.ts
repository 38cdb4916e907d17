import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { ProposedSkill } from '../../src/domain/learning/proposal.ts'
import { PROPOSED } from '../domain/learning/session.ts'
import { skillMd } from './home.ts'
import { create, home, proposing, record } from './learning-home.ts'

const MINE = skillMd(
  'schema-changes',
  'How the schema is changed.',
  '# Mine\n\n## Steps\n\n1. Edit the schema, then read it again.\n2. Run `npx prisma migrate dev --name <name>`.\n\n## Notes\n\n- Tell the team.',
)
const [generate] = PROPOSED.steps
const LESSON: ProposedSkill = { ...PROPOSED, rules: [], steps: [generate!], pitfalls: [], checks: [] }
const NEW = 'Generate the client before migrating. `npx prisma generate`'

/** Edits in the shapes in which models answer, whatever the schema says of anchors. */
const SHAPES: readonly (readonly [string, object])[] = [
  ['a blank behind the anchor', { anchor: '1. Edit the schema, then read it again. ', action: 'insert_after' }],
  [
    'an anchor without the number of its step',
    { anchor: 'Edit the schema, then read it again.', action: 'insert_after' },
  ],
  ['an anchor with empty lines around it', { anchor: '\n## Steps\n', action: 'insert_after' }],
  [
    'a line replaced that is named once, as the anchor',
    {
      ...{ anchor: '1. Edit the schema, then read it again.', action: 'replace', removes: [] },
      text: `1. Edit the schema, then read it again.\n2. ${NEW}`,
    },
  ],
  [
    'a line deleted that is named once',
    { anchor: '- Tell the team.', action: 'replace', removes: [], text: `- ${NEW}` },
  ],
]

const merging = async (answers: readonly object[]) => {
  let n = 0
  const merge = () => ({ edits: [answers[Math.min(n++, answers.length - 1)]], reason: 'the client comes first' })
  const proposal = { ...create(LESSON), operation: 'extend', target: 'schema-changes' } as const
  const made = await home((question, i) => (question.purpose === 'merge' ? merge() : proposing(proposal)(question, i)))
  made.at.write('schema-changes', MINE)
  await record(made.at, made.loop)
  const [found] = (await made.loop.learning.learn()).proposals
  return { ...made, found, merges: () => made.model.asked.filter(({ purpose }) => purpose === 'merge') }
}
const edit = (change: object) => ({ removes: [], claims: ['steps[0]'], text: `- ${NEW}`, ...change })

describe('an answer of a model to the question how to merge', () => {
  test.each(SHAPES)('is taken with %s', async (_, change) => {
    const { at, loop, found, merges } = await merging([edit(change)])
    expect(found).toMatchObject({ skill: 'schema-changes', staged: { status: 'staged' } })
    expect(merges()).toHaveLength(1)
    await loop.review.move('schema-changes', 'accept')
    const text = readFileSync(join(at.skills, 'schema-changes', 'SKILL.md'), 'utf8')
    expect(text).toContain(NEW)
    expect(text).toContain('. Run `npx prisma migrate dev --name <name>`.')
  })

  test('that cannot be made is asked for once more, with the reason', async () => {
    const wrong = edit({ anchor: '1. Change the schema.', action: 'insert_after' })
    const { found, merges } = await merging([wrong, edit(SHAPES[0]![1])])
    expect(found).toMatchObject({ staged: { status: 'staged' } })
    expect(merges().at(-1)?.input).toContain('its anchor does not stand in the skill: "1. Change the schema."')
  })

  test('that cannot be made twice is refused', async () => {
    const wrong = edit({ anchor: '1. Change the schema.', action: 'insert_after' })
    const { found, merges } = await merging([wrong])
    expect(found).toMatchObject({ staged: { status: 'refused', rule: 'edits' } })
    expect(merges()).toHaveLength(2)
  })

  test('may not take out a line of several without naming it', async () => {
    const two = '1. Edit the schema, then read it again.\n2. Run `npx prisma migrate dev --name <name>`.'
    const { found } = await merging([edit({ anchor: two, action: 'replace' })])
    expect(found).toMatchObject({ staged: { status: 'refused', rule: 'edits' } })
  })
})
