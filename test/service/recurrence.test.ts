import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { WaylandError } from '../../src/domain/errors.ts'
import type { Script } from '../model/scripted-model.ts'
import { scriptedModel } from '../model/scripted-model.ts'
import { Home } from './home.ts'
import { idsIn, NOTES, OTHERS, oneTask, record } from './recurrence-home.ts'

const GATES = { 'draft.gates': 'all' }
const only = { recurring: 'only' } as const
const PROGRAMS = ['cargo', 'deno', 'gradle', 'poetry', 'swift']
const namesNotes: Script = (question) => oneTask(question, NOTES)

async function home(script: Script) {
  const at = new Home()
  const model = scriptedModel(script)
  const open = async (languageModel = model) => await at.open({ languageModel })
  return { at, loop: await open(), model, open }
}

describe('requests for one task in other words', () => {
  test('become one draft, from their evidence and by rules', async () => {
    const { at, loop, model } = await home(namesNotes)
    const ids = await record(at, loop, [...NOTES.slice(0, 2), ...OTHERS, NOTES[2]])
    expect(await loop.review.skills()).toEqual([])
    const report = await loop.learning.learn(only)
    expect(report).toMatchObject({ reviewed: 0, projects: 1, calls: 1, waiting: 0, failed: [] })
    expect(report.tasks).toMatchObject([
      { status: 'staged', skill: 'auto-proofread-release-text', task: expect.any(String) },
    ])
    expect(report.tasks[0]?.requests).toEqual([ids[0], ids[1], ids.at(-1)])
    expect(model.asked.map(({ purpose }) => purpose)).toEqual(['recurring'])
    const skill = await loop.review.skill('auto-proofread-release-text')
    expect(skill).toMatchObject({ status: 'staged', origin: 'auto', needsReview: true, evidenceCount: 3 })
    expect(readFileSync(join(skill.path, 'SKILL.md'), 'utf8')).toContain('npx cspell docs/RELEASE.md')
    expect(await loop.review.explain(ids[0] ?? '')).toMatchObject({
      evidenceOf: [{ skill: skill.name }],
      meant:
        'a model called it one task with 2 others, "proofread the release text": drafted as auto-proofread-release-text',
    })
    expect((await loop.review.explain(ids[3] ?? '')).meant).toMatch(/^no task with others by the look of 2026-03-/)
  })

  test('are asked about once a day, and only when new ones came', async () => {
    const { at, loop, model } = await home(() => ({ tasks: [] }))
    await record(at, loop, OTHERS)
    expect(await loop.learning.learn(only)).toMatchObject({ projects: 1, calls: 1 })
    expect(await loop.learning.learn(only)).toMatchObject({ projects: 0, skipped: { 'looked at today': 1 } })
    await record(at, loop, NOTES.slice(0, 2))
    expect(await loop.learning.learn(only)).toMatchObject({ projects: 0, skipped: { 'too few new requests': 1 } })
    await record(at, loop, NOTES.slice(2))
    expect(await loop.learning.learn(only)).toMatchObject({ projects: 1, calls: 1 })
    expect(model.asked).toHaveLength(2)
    expect(idsIn(model.asked[1]!, [...OTHERS, ...NOTES])).toHaveLength(8)
  })

  test('of two projects are asked about apart', async () => {
    const { at, loop, model } = await home(() => ({ tasks: [] }))
    await record(at, loop, OTHERS, { projectDir: '/work/app' })
    await record(at, loop, NOTES, { projectDir: '/work/other' })
    expect(await loop.learning.learn(only)).toMatchObject({ projects: 2, calls: 2 })
    expect(model.asked.map((question) => idsIn(question, NOTES).length)).toEqual([0, 3])
  })

  test('that wait in a streak, or are evidence of a skill, are not sent', async () => {
    const { at, loop, model } = await home(() => ({ tasks: [] }))
    await record(at, loop, ['fix the failing lint errors', 'fix the failing lint errors', ...OTHERS])
    await record(at, loop, ['review the changes', 'review the changes', 'review the changes'])
    expect(await loop.review.skills()).toHaveLength(1)
    await loop.learning.learn(only)
    expect(model.asked[0]?.input).not.toContain('lint')
    expect(model.asked[0]?.input.match(/review the changes/g) ?? []).not.toContain('r')
    expect(idsIn(model.asked[0]!, OTHERS)).toHaveLength(OTHERS.length)
    expect(model.asked[0]?.input).toContain('- auto-changes-review')
  })

  test('join the task that was found, and draft its next version like a streak', async () => {
    const { at, loop } = await home(namesNotes)
    await record(at, loop, NOTES)
    await loop.learning.learn(only)
    const [like] = NOTES
    await record(at, loop, [`please ${like}`, `${like} tomorrow`, `${like}, thanks`])
    expect((await loop.review.versions('auto-proofread-release-text')).map(({ evidence }) => evidence.length)).toEqual([
      3, 6,
    ])
  })

  test('are only shown by a dry run, word by word', async () => {
    const { at, loop, model } = await home(namesNotes)
    await record(at, loop, NOTES)
    const { questions } = await loop.learning.learn({ ...only, dryRun: true })
    expect(model.asked).toHaveLength(0)
    expect(questions).toMatchObject([{ subject: 'requests of /work/app', prompt: 'recurring@2' }])
    await loop.learning.learn(only)
    expect(questions[0]?.text).toBe(`${model.asked[0]?.system}\n\n${model.asked[0]?.input}`)
  })
})

describe('what a model says that does not hold', () => {
  test.each([
    ['ids', (ids: readonly string[]) => [...ids, 'r000000']],
    ['too few', (ids: readonly string[]) => ids.slice(1)],
  ])('is refused: %s', async (rule, change) => {
    const { at, loop } = await home((question) => ({
      tasks: [{ task: 'x', name: '', requests: change(idsIn(question, NOTES)), why: '' }],
    }))
    await record(at, loop, NOTES)
    expect((await loop.learning.learn(only)).tasks).toMatchObject([{ status: 'refused', rule }])
    expect(await loop.review.skills()).toEqual([])
    expect((await loop.learning.modelUsage(new Date(0))).proposals).toMatchObject([{ operation: 'recurring', rule }])
  })

  test('needs no step in common: runs that share none make a weak draft of words and wishes', async () => {
    const at = new Home()
    const model = scriptedModel((question) => oneTask(question, [OTHERS[0], OTHERS[2], OTHERS[3]]))
    const loop = await at.open({ languageModel: model, settings: GATES })
    const run = (command: string) => ({ toolCalls: [{ name: 'Bash', input: { command }, ok: true }] })
    // The base rates of a project need ten turns before those of the evidence; these make no task of their own.
    for (const c of 'abcdefghijkl') await record(at, loop, [`${c.repeat(5)} ${c.repeat(7)}`], run('make all'))
    for (const [i, text] of OTHERS.entries()) await record(at, loop, [text], run(`make all && ${PROGRAMS[i]} start`))
    const [task] = (await loop.learning.learn(only)).tasks
    expect(task).toMatchObject({ status: 'staged' })
    const skill = await loop.review.skill(task!.skill)
    expect(skill).toMatchObject({ status: 'watching', evidenceCount: 3 })
    const text = readFileSync(join(skill.path, 'SKILL.md'), 'utf8')
    expect(text).toContain(OTHERS[2])
    expect(text).not.toContain('make all')
    expect(await loop.offers.offered()).toEqual([])
  })

  test('makes no second skill of a task that there is, or that was rejected', async () => {
    const { at, loop } = await home((question) => oneTask(question, SAME))
    const SAME = ['please review my branch changes', 'review branch changes of mine', 'changes of my branch: review']
    await record(at, loop, ['review the branch changes', 'review the branch changes', 'review the branch changes'])
    const [skill] = await loop.review.skills()
    await loop.review.move(skill?.name ?? '', 'archive')
    await record(at, loop, SAME, { projectDir: '/work/other' })
    const { tasks } = await loop.learning.learn(only)
    expect(tasks.map(({ status }) => status)).not.toContain('staged')
  })

  test('is repaired once, and then given up', async () => {
    const { at, loop, model } = await home(() => ({ tasks: 'all of them' }))
    await record(at, loop, NOTES)
    expect(await loop.learning.learn(only)).toMatchObject({
      projects: 0,
      failed: [{ subject: 'requests of /work/app' }],
    })
    expect(model.asked).toHaveLength(2)
  })
})

describe('a look that ends early', () => {
  test('goes on with the answer that somebody gave', async () => {
    let answer: Script = () => 'waiting'
    const { at, loop, model } = await home((question, n) => answer(question, n))
    await record(at, loop, NOTES)
    expect(await loop.learning.learn(only)).toMatchObject({ waiting: 1, projects: 0 })
    // Requests that came meanwhile change nothing of the question.
    await record(at, loop, OTHERS.slice(0, 2))
    answer = namesNotes
    expect(await loop.learning.learn(only)).toMatchObject({ projects: 1, tasks: [{ status: 'staged' }] })
    expect(new Set(model.asked.map(({ id }) => id)).size).toBe(1)
  })

  test('stops at the budget, and goes on another day', async () => {
    const at = new Home()
    const model = scriptedModel(namesNotes)
    const poor = await at.open({ languageModel: model, settings: { 'model.dailyTokens': 100 } })
    await record(at, poor, NOTES)
    expect(await poor.learning.learn(only)).toMatchObject({ waiting: 0, stopped: { code: 'over_budget' } })
    expect(model.asked).toHaveLength(0)
    const rich = await at.open({ languageModel: model })
    expect(await rich.learning.learn(only)).toMatchObject({ projects: 1, tasks: [{ status: 'staged' }] })
  })

  test('is repeated once after the model failed', async () => {
    const { at, loop, model } = await home(() => new WaylandError('model_unavailable', 'no answer'))
    await record(at, loop, NOTES)
    expect(await loop.learning.learn(only)).toMatchObject({
      failed: [{ why: 'no answer' }],
      stopped: { message: 'no answer' },
    })
    await loop.learning.learn(only)
    expect(await loop.learning.learn(only)).toMatchObject({ failed: [], calls: 0 })
    expect(model.asked).toHaveLength(2)
  })
})

describe('what the model says of a group', () => {
  const WORDING = {
    ...{ description: 'Proofreads a release text. Use before a text for customers goes out.', not_when: [] },
    ...{ use_when: ['a text for customers is to be checked'], pitfalls: [], checks: [], examples: [NOTES[0]] },
    steps: [
      {
        ...{ text: 'Spell the release text first.', command: 'npx cspell docs/RELEASE.md' },
        cites: [{ turn: 't1', call: 'c1', quote: 'npx cspell docs/RELEASE.md' }],
      },
    ],
  }
  const answers =
    (name: string): Script =>
    (question) => {
      if (question.purpose === 'recurring') return oneTask(question, NOTES, 'proofread the release text', name)
      if (question.purpose === 'reword') return { reason: 'it names the deed', skill: WORDING }
      return { claims: [{ id: 'steps[0]', supported: true, reason: '' }] }
    }
  const ran = (commands: readonly string[]) => ({
    toolCalls: commands.map((command) => ({ name: 'Bash', input: { command }, ok: true })),
  })

  test.each([
    ['proofread-customer-texts', 'auto-proofread-customer-texts'],
    ['Proofread! 2.4', 'auto-proofread-release-text'],
    ['fix-2024-issue-17', 'auto-proofread-release-text'],
  ])('names the draft, where it is a name: %s', async (name, skill) => {
    const { at, loop } = await home(answers(name))
    await record(at, loop, NOTES)
    expect((await loop.learning.learn(only)).tasks).toMatchObject([{ status: 'staged', skill }])
  })

  test('gives it description and text, also where its runs share no step', async () => {
    const { at, loop } = await home(answers('proofread-customer-texts'))
    await record(at, loop, NOTES.slice(0, 1), ran(['npx cspell docs/RELEASE.md']))
    await record(at, loop, NOTES.slice(1, 2), ran(['npm run check:links']))
    await record(at, loop, NOTES.slice(2), ran(['make proof']))
    const { reworded } = await loop.learning.learn({ recurring: 'too' })
    expect(reworded).toMatchObject([{ skill: 'auto-proofread-customer-texts', staged: { status: 'staged' } }])
    const skill = await loop.review.skill('auto-proofread-customer-texts')
    expect(skill).toMatchObject({ status: 'watching', description: WORDING.description })
    const text = readFileSync(join(skill.path, 'SKILL.md'), 'utf8')
    expect(text).toContain('1. Spell the release text first. `npx cspell docs/RELEASE.md`')
  })

  test('is held against the rules of every proposal', async () => {
    const evil = { ...WORDING, steps: [{ ...WORDING.steps[0]!, command: 'npx cspell --init' }] }
    const { at, loop } = await home((question, n) =>
      question.purpose === 'reword' ? { reason: 'x', skill: evil } : answers('proofread-texts')(question, n),
    )
    await record(at, loop, NOTES)
    const { reworded } = await loop.learning.learn({ recurring: 'too' })
    expect(reworded).toMatchObject([{ staged: { status: 'refused', rule: 'commands' } }])
    expect((await loop.review.skill('auto-proofread-texts')).body).not.toContain('--init')
  })
})
