import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { composeDraft } from '../../../src/domain/draft/compose.ts'
import { type ComparedSkill, isCovered, sameCapability } from '../../../src/domain/draft/likeness.ts'
import { signature } from '../../../src/domain/signature.ts'
import { aTurn, bash, read } from './turns.ts'

const draft = (requests: readonly string[], commands: readonly string[] = REVIEWS): ComparedSkill =>
  composeDraft({
    signature: signature(requests[0] as string),
    trajectories: requests.map((request, i) =>
      aTurn(request, [...commands.map((command) => bash(command)), read(`src/part-${i}.ts`)]),
    ),
  })

const REVIEWS = ['git diff main...HEAD', 'npm test']
const DRAFT = draft(['review the changes on the branch', 'please review the branch changes', 'review branch changes'])

describe('the same capability', () => {
  it.each([
    ['in another order and form', ['reviewing what changed on this branch', 'review the branch and its changes']],
    ['with one word more', ['carefully review all changes on the branch', 'carefully review changes of the branch']],
  ])('is seen %s', (_, requests) => expect(sameCapability(DRAFT, draft(requests))).toBe(true))

  it.each([
    ['another object', ['add unit tests for the parser module'], ['add unit tests for the lexer module']],
    ['the opposite', ['enable the dark theme in settings'], ['disable the dark theme in settings']],
    ['another verb', ['review the changes on the branch'], ['revert the changes on the branch']],
    ['two words in common', ['review the branch'], ['review the changes on the branch']],
    ['a short request in a long one', ['run unit tests'], ['run unit tests and then release a new minor version']],
  ])('is not seen in %s, whatever the steps', (_, a, b) => expect(sameCapability(draft(a), draft(b))).toBe(false))

  it('is not seen in the same words done another way', () => {
    const request = ['deploy the web shop to production']
    expect(sameCapability(draft(request, ['make ship', 'make smoke']), draft(request, ['helm upgrade web']))).toBe(
      false,
    )
  })

  it('needs the same words where there are no steps at all', () => {
    const bare = (...requests: string[]) =>
      composeDraft({ signature: 's', trajectories: requests.map((request) => aTurn(request, [])) })
    const one = bare('summarise the weekly team report')
    expect(sameCapability(one, bare('the weekly report of the team, summarised'))).toBe(true)
    expect(sameCapability(one, bare('summarise the weekly team sales report'))).toBe(false)
  })

  it('is symmetric, and never seen in what says nothing', () => {
    const word = fc.constantFrom('review', 'branch', 'changes', 'add', 'remove', 'tests', 'parser', 'the', 'please')
    const made = fc.record({
      name: fc.constant('auto-x'),
      description: fc.constant(''),
      triggers: fc.array(
        fc.array(word, { maxLength: 5 }).map((words) => words.join(' ')),
        { maxLength: 3 },
      ),
      body: fc.constantFrom('', '1. Run `npm test` [3/3]', '1. Run `npm test`\n2. Run `git diff`'),
    })
    fc.assert(
      fc.property(made, made, (a, b) => {
        expect(sameCapability(a, b)).toBe(sameCapability(b, a))
        expect(sameCapability({ ...a, triggers: ['please', 'the'] }, { ...b, triggers: ['please', 'the'] })).toBe(false)
      }),
      { seed: 1 },
    )
    const empty = { name: 'auto-x', description: '', triggers: [], body: '' }
    expect([sameCapability(empty, empty), isCovered(empty, empty)]).toEqual([false, false])
  })
})

describe('a person’s skill', () => {
  const person = (description: string, body = ''): ComparedSkill => ({ name: 'mine', description, triggers: [], body })

  it('covers a draft when it says all of its words and little else', () =>
    expect(isCovered(DRAFT, person('Review the changes of a branch.'))).toBe(true))

  it('covers it with a longer description when a step is the same', () => {
    const text = 'Review the changes of a branch before a merge: look for bugs, style and missing docs.'
    expect(isCovered(DRAFT, person(text, 'First:\n\n```sh\ngit diff main...HEAD\n```\n'))).toBe(true)
    expect(isCovered(DRAFT, person(text, 'Think hard.'))).toBe(false)
  })

  it.each([
    'Everything about branches.',
    'Review database migrations for locks.',
    '',
    'Use when a request mentions review, resembles a task, or names a project.',
  ])('does not cover it with "%s"', (text) => expect(isCovered(DRAFT, person(text))).toBe(false))

  it('does not cover the opposite', () => {
    const off = draft(['disable the dark theme in settings'], ['npm test'])
    expect(isCovered(off, { ...person('Dark theme settings, disabled.'), triggers: ['disable the dark theme'] })).toBe(
      true,
    )
    expect(isCovered(off, { ...person('Dark theme settings, disabled.'), triggers: ['enable the dark theme'] })).toBe(
      false,
    )
  })
})
