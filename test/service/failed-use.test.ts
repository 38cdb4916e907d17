import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { SkillLoop } from '../../src/app/skill-loop.ts'
import type { ProposedSkill } from '../../src/domain/learning/proposal.ts'
import type { TurnTrajectory } from '../../src/domain/turn.ts'
import { MIGRATION, PROPOSED, ran } from '../domain/learning/session.ts'
import { type Home, skillMd } from './home.ts'
import { create, home, NOTHING, proposing } from './learning-home.ts'

const SKILL = 'schema-changes'
const MINE = skillMd(
  SKILL,
  'How the schema is changed. Use when a column is added.',
  '# Mine\n\n1. Run `npx prisma migrate dev --name <name>`.\n2. Run `npm test`.',
)
const MIGRATE = '1. Run `npx prisma migrate dev --name <name>`.'
const add = {
  anchor: '# Mine',
  action: 'insert_after',
  text: '0. Generate the client before migrating: `npx prisma generate`.',
  removes: [],
  claims: ['steps[0]'],
}
const drop = {
  anchor: '2. Run `npm test`.',
  action: 'delete',
  text: '',
  removes: ['2. Run `npm test`.'],
  claims: ['steps[0]'],
}
const [generate] = PROPOSED.steps
const LESSON: ProposedSkill = { ...PROPOSED, rules: [], steps: [generate!], pitfalls: [], checks: [] }

/** A run with the skill; the one that fails is repaired in a later turn of its session. */
async function use(at: Home, loop: SkillLoop, session: string, turns: readonly Partial<TurnTrajectory>[]) {
  for (const [i, turn] of turns.entries())
    await loop.endOfRun({
      ...{ userInput: 'add a column for the age to users', outcome: 'success', pickedSkill: SKILL, ...turn },
      ...{ engine: 'claude-code', sessionId: session, promptId: `${session}-${i}`, timestamp: at.now },
    })
  at.now = new Date(at.now.getTime() + 3_600_000)
}

const WORKED = [{ toolCalls: [ran('npx prisma migrate dev --name age'), ran('npm test')] }]
const [{ trajectory: first }] = MIGRATION.turns as [(typeof MIGRATION.turns)[number]]
const FAILED: readonly Partial<TurnTrajectory>[] = [
  { ...first, outcome: 'failure', toolCalls: first.toolCalls!.slice(0, 2), pickedSkill: SKILL },
  { userInput: 'generate the client, then do it again', toolCalls: first.toolCalls!.slice(2) },
]
const cited = (skill: ProposedSkill, turn: string, call: string): ProposedSkill => ({
  ...skill,
  steps: skill.steps.map((one) => ({ ...one, cites: one.cites.map((cite) => ({ ...cite, turn, call })) })),
})

async function learnedAfter(
  edits: readonly object[],
  turns: readonly Partial<TurnTrajectory>[] = FAILED,
  lesson = cited(LESSON, 't2', 'c1'),
) {
  const merge = { edits, reason: 'the client was out of date' }
  const proposal = { ...create(lesson), triage: 'defect', operation: 'update', target: SKILL } as const
  const made = await home((question, n) =>
    question.purpose === 'extract' && !question.input.includes('outcome="failure"')
      ? NOTHING
      : proposing(proposal, { merge })(question, n),
  )
  made.at.write(SKILL, MINE)
  await use(made.at, made.loop, 'worked', WORKED)
  await use(made.at, made.loop, 'failed', turns)
  const report = await made.loop.learning.learn()
  return { ...made, report }
}

describe('after a run that failed with a skill', () => {
  test('the model reads the text of the skill, and one edit waits for a person', async () => {
    const { at, loop, model, report } = await learnedAfter([add])
    expect(report.proposals).toMatchObject([{ skill: SKILL, staged: { status: 'staged' } }])
    const [asked] = model.asked.filter(({ input }) => input.includes('outcome="failure"'))
    expect(asked?.input).toContain('<skill_in_use_when_a_run_failed>')
    expect(asked?.input).toContain('1. Run `npx prisma migrate dev --name &lt;name>`.')
    expect(model.asked.find(({ purpose }) => purpose === 'merge')?.input).toContain('one edit at most')
    const file = join(at.skills, SKILL, 'SKILL.md')
    expect(readFileSync(file, 'utf8')).toBe(MINE)
    const skill = await loop.review.skill(SKILL)
    const line = (await loop.review.history(skill.id)).at(-1)
    expect(line).toMatchObject({ move: 'propose', actor: 'model' })
    expect(line?.reason).toContain('in which a run with it failed')
    await loop.review.move(SKILL, 'accept')
    expect(readFileSync(file, 'utf8')).toContain(
      '1. Generate the client before migrating: `npx prisma generate`.\n2. Run `npx prisma migrate',
    )
  })

  test('a dry run shows the same question', async () => {
    const { at, loop, model } = await home(proposing(NOTHING))
    at.write(SKILL, MINE)
    await use(at, loop, 'failed', FAILED)
    const { questions } = await loop.learning.learn({ dryRun: true })
    await loop.learning.learn()
    expect(questions[0]?.text).toBe(`${model.asked[0]?.system}\n\n${model.asked[0]?.input}`)
  })

  test('an anchor with a placeholder is found in the form in which the model was shown it', async () => {
    const anchor = MIGRATE.replace('<', '&lt;')
    const { at, loop, report } = await learnedAfter([
      { ...add, anchor, text: 'Generate the client: `npx prisma generate`.' },
    ])
    expect(report.proposals).toMatchObject([{ staged: { status: 'staged' } }])
    await loop.review.move(SKILL, 'accept')
    expect(readFileSync(join(at.skills, SKILL, 'SKILL.md'), 'utf8')).toContain(
      `${MIGRATE}\nGenerate the client: \`npx prisma generate\`.`,
    )
  })

  test('a step may be put before another one, which it leaves under the next number', async () => {
    const text = '1. Generate the client: `npx prisma generate`.\n2. Run `npx prisma migrate dev --name <name>`.'
    const before = { ...add, anchor: MIGRATE, action: 'replace', text, removes: [MIGRATE] }
    const { report } = await learnedAfter([before])
    expect(report.proposals).toMatchObject([{ staged: { status: 'staged' } }])
  })

  test('two edits are refused', async () => {
    const other = { ...add, anchor: MIGRATE, text: 'Generate the client before migrating.' }
    const { report } = await learnedAfter([add, other])
    expect(report.proposals).toMatchObject([{ staged: { status: 'refused', rule: 'one edit' } }])
  })

  test('an edit that takes out what a success used is refused, with the step', async () => {
    const { report } = await learnedAfter([drop])
    expect(report.proposals).toMatchObject([{ staged: { status: 'refused', rule: 'loses what worked' } }])
    expect(JSON.stringify(report.proposals)).toContain('npm test')
  })
})

describe('a step of a skill that runs had to correct', () => {
  const WRONG = '1. Run `npx prisma migrate dev --name <name> --fast`.'
  const corrected = (name: string): readonly Partial<TurnTrajectory>[] => [
    {
      toolCalls: [
        ran(`npx prisma migrate dev --name ${name} --fast`, false),
        ran(`npx prisma migrate dev --name ${name}`),
        ran('npm test'),
      ],
    },
  ]
  const right = { anchor: WRONG, action: 'replace', text: MIGRATE, removes: [WRONG], claims: ['steps[0]'] }
  const step = { ...generate!, text: 'Run it.', command: 'npx prisma migrate dev --name <name>' }
  const quote = 'npx prisma migrate dev --name'
  const lesson = { ...LESSON, steps: [{ ...step, cites: [{ turn: 't1', call: 'c2', quote }] }] }
  const proposal = { ...create(lesson), triage: 'defect', operation: 'update', target: SKILL } as const

  async function learnedFrom(sessions: readonly (readonly Partial<TurnTrajectory>[])[]) {
    const made = await home(proposing(proposal, { merge: { edits: [right], reason: 'there is no such option' } }))
    made.at.write(SKILL, MINE.replace(MIGRATE, WRONG))
    for (const [i, turns] of sessions.entries()) await use(made.at, made.loop, `s${i}`, turns)
    return { ...made, report: await made.loop.learning.learn() }
  }

  test('is evidence against it from the second run on, although both succeeded', async () => {
    const { loop, model, report } = await learnedFrom([corrected('age'), corrected('email')])
    expect(model.asked[0]?.input).toContain('<skill_in_use_when_a_run_failed>')
    expect(model.asked[0]?.input).toContain('<skill_in_use_when_a_run_failed>')
    expect(report.proposals[0]).toMatchObject({ skill: SKILL, staged: { status: 'staged' } })
    expect((await loop.review.history(SKILL)).at(-1)?.reason).toContain('in which a run with it failed')
    await loop.review.move(SKILL, 'accept')
    expect((await loop.review.skill(SKILL)).body).not.toContain('--fast')
  })

  test('is one by being done otherwise, too', async () => {
    const [round] = corrected('age')
    const instead = [{ toolCalls: round!.toolCalls!.slice(1) }]
    const { model } = await learnedFrom([instead, instead])
    expect(model.asked[0]?.input).toContain('<skill_in_use_when_a_run_failed>')
  })

  test.each([
    ['one run', [corrected('age')]],
    ['runs that did as it says', [WORKED_FAST('age'), WORKED_FAST('email')]],
    ['a check that failed until the work was done', [RETRIED('age'), RETRIED('email')]],
  ])('says nothing after %s', async (_, sessions) => {
    expect((await learnedFrom(sessions)).report).toMatchObject({ reviewed: 0, proposals: [] })
  })
})

function WORKED_FAST(name: string): readonly Partial<TurnTrajectory>[] {
  return [{ toolCalls: [ran(`npx prisma migrate dev --name ${name} --fast`), ran('npm test')] }]
}
function RETRIED(name: string): readonly Partial<TurnTrajectory>[] {
  const migrate = ran(`npx prisma migrate dev --name ${name} --fast`)
  return [{ toolCalls: [migrate, ran('npm test', false), ran('npm test')] }]
}

describe('an edit that rests on no failed run', () => {
  test('may take out what a success used', async () => {
    const { report } = await learnedAfter([drop], [FAILED[1]!, FAILED[0]!], cited(LESSON, 't1', 'c1'))
    expect(report.proposals).toMatchObject([{ staged: { status: 'staged' } }])
  })
})
