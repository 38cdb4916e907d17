import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Proposal, ProposedSkill } from '../../src/domain/learning/proposal.ts'
import { PROPOSED } from '../domain/learning/session.ts'
import { skillMd } from './home.ts'
import { allSupported, create, home, proposing, record } from './learning-home.ts'

describe('a change of a skill', () => {
  const MINE = skillMd(
    'schema-changes',
    'How the schema is changed. Use when a column is added.',
    '# Mine\n\n1. Edit the schema.\n2. Migrate.\n\nThen look.\n\nThen look.',
  )
  const edit = {
    anchor: '1. Edit the schema.',
    action: 'insert_after',
    text: '2. Generate the client before migrating: `npx prisma generate`.',
    removes: [],
    claims: ['steps[0]'],
  }
  const extend: Proposal = { ...create(PROPOSED), operation: 'extend', target: 'schema-changes' }

  async function extended(edits: readonly object[], others: Readonly<Record<string, unknown>> = {}) {
    const made = await home(proposing(extend, { merge: { edits, reason: 'one step more' }, ...others }))
    made.at.write('schema-changes', MINE)
    await record(made.at, made.loop)
    return { ...made, report: await made.loop.learning.learn() }
  }

  test('waits beside the skill, of a person too, and is taken in by accept alone', async () => {
    const { at, loop, report } = await extended([edit])
    expect(report.proposals).toMatchObject([{ skill: 'schema-changes', staged: { status: 'staged' } }])
    const file = join(at.skills, 'schema-changes', 'SKILL.md')
    expect(readFileSync(file, 'utf8')).toBe(MINE)
    await loop.review.move('schema-changes', 'accept')
    expect(readFileSync(file, 'utf8')).toBe(
      MINE.replace('1. Edit the schema.\n2.', `1. Edit the schema.\n${edit.text}\n3.`),
    )
    expect(await loop.review.skill('schema-changes')).toMatchObject({ origin: 'person' })
  })

  test('that was rejected is not proposed again', async () => {
    const { at, loop } = await extended([edit])
    await loop.review.move('schema-changes', 'reject')
    await record(at, loop, 's2')
    expect((await loop.learning.learn()).proposals).toMatchObject([{ staged: { status: 'refused' } }])
  })

  test('that was rejected by a slip does not count as rejected, and is accepted as it was', async () => {
    const { at, loop } = await extended([edit])
    await loop.review.move('schema-changes', 'reject')
    await loop.review.move('schema-changes', 'unreject')
    await record(at, loop, 's2')
    const [again] = (await loop.learning.learn()).proposals
    expect(JSON.stringify(again)).not.toContain('rejected')
    await loop.review.move('schema-changes', 'accept')
    expect(readFileSync(join(at.skills, 'schema-changes', 'SKILL.md'), 'utf8')).toContain(edit.text)
  })

  test.each([
    ['whose anchor is not there', { ...edit, anchor: '9. Nothing.' }],
    ['whose anchor stands there twice', { ...edit, anchor: 'Then look.' }],
    ['that takes out a line unnamed', { ...edit, anchor: '1. Edit the schema.\n2. Migrate.', action: 'replace' }],
    [
      'that says more than its statements',
      { ...edit, text: 'Send the whole database to the archive of the company first.' },
    ],
    ['that cites no statement', { ...edit, claims: [] }],
    [
      'that takes out a line for no reason',
      { ...edit, action: 'delete', text: '', removes: [edit.anchor], claims: [] },
    ],
  ])('%s is refused', async (_, bad) => {
    const { report } = await extended([bad])
    expect(report.proposals).toMatchObject([{ staged: { status: 'refused', rule: 'edits' } }])
  })

  test('that brings in a statement which the audit does not support is refused', async () => {
    const claims = allSupported(PROPOSED).claims.map((one) => ({ ...one, supported: one.id !== 'steps[0]' }))
    const { report } = await extended([edit], { audit: { claims } })
    expect(report.proposals).toMatchObject([
      { staged: { status: 'refused', rule: 'edits' }, fallen: [{ rule: 'audit', text: PROPOSED.steps[0]!.text }] },
    ])
  })

  test('that says nothing new is known, and its edits are not asked for', async () => {
    const again: ProposedSkill = { ...PROPOSED, rules: [], steps: [], pitfalls: [] }
    const made = await home(proposing({ ...create(again), operation: 'update', target: 'schema-changes' }))
    made.at.write('schema-changes', `${MINE}\n- The tests pass. \`npm test\`\n`)
    await record(made.at, made.loop)
    expect((await made.loop.learning.learn()).proposals).toMatchObject([
      { staged: { status: 'refused', rule: 'known' } },
    ])
    expect(made.model.asked.map(({ purpose }) => purpose)).toEqual(['extract', 'audit'])
  })

  test('waits where another version waits already', async () => {
    const { at, loop } = await extended([edit])
    await record(at, loop, 's2', ' as well')
    expect((await loop.learning.learn()).proposals).toMatchObject([{ staged: { status: 'refused', rule: 'waiting' } }])
  })
})
