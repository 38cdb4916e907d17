import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { belonging, type OwnRequest, textReader } from '../../../src/domain/routing/own-requests.ts'

const REVIEW = {
  name: 'auto-branch-changes-review',
  triggers: [
    'review the changes on the branch',
    'please review the branch changes',
    'review what changed on my branch',
  ],
  relevance: 0.7,
}
const asked = (text: string, ...skills: string[]): OwnRequest => ({
  text,
  skills,
})
const fitOf = (text: string, own: readonly OwnRequest[], relevance = REVIEW.relevance) =>
  belonging(text, own, textReader(100))({ ...REVIEW, relevance })

describe('belonging', () => {
  it('takes the task in other words, from a person of whom nothing else is known', () => {
    expect(fitOf('review my branch changes please', [])).toBeGreaterThan(0.8)
    expect(fitOf('could you review the changes on this branch', [])).toBeGreaterThan(0.8)
  })

  it('takes no request for the only skill because the two share a word, though the words of the library are sure', () => {
    // An offer to a person of whom nothing is known begins at .45.
    for (const text of [
      'delete the stale branch',
      'create a branch for the login fix',
      'rename the branch column in the table',
      'explain what changes in version 3 of the api',
      'fix the login bug',
    ])
      expect([text, fitOf(text, [], 0.9) < 0.4]).toEqual([text, true])
  })

  it('takes less for the task where little else is known of the person: others may come as near', () => {
    const text = 'review the release notes'
    const others = Array.from({ length: 200 }, (_, n) => asked(`water flower ${n}`))
    expect(fitOf(text, [])).toBeLessThan(fitOf(text, others) - 0.1)
  })

  it('goes by what the person says otherwise: the same words are no offer where another task is nearer', () => {
    const text = 'review the release notes'
    const other = [asked('check the release notes'), asked('write the release notes')]
    expect(fitOf(text, other)).toBeLessThan(fitOf(text, []) / 2)
  })

  it('counts requests that the skill was drawn from as its task, also where its triggers no longer hold them', () => {
    const text = 'have a look at the diff before i merge'
    const own = [asked('have a look at the diff', REVIEW.name), asked('look at the diff before we merge', REVIEW.name)]
    expect(fitOf(text, own)).toBeGreaterThan(0.7)
    expect(
      fitOf(
        text,
        own.map((one) => asked(one.text)),
      ),
    ).toBeLessThan(0.1)
  })

  it('does not take a run of the same task that no skill was drawn from for another task', () => {
    const text = 'please review the changes on the branch'
    expect(fitOf(text, [asked('review the changes on the branch'), asked(text)])).toBeGreaterThan(0.8)
  })

  it('is nothing for a mere answer, and takes no mere answer for another task', () => {
    const own = [asked('yeah please'), asked('yes, go ahead')]
    expect(fitOf('yes, go ahead', own, 0.99)).toBe(0)
    const text = 'yeah please review the branch'
    expect(fitOf(text, own)).toBe(fitOf(text, [asked('water flower'), asked('water plant')]))
  })

  it('is nothing for a question if the task was done, unless the task was asked for by such a question', () => {
    const push = { name: 'auto-push-origin', triggers: ['push', 'commit and push all changes'], relevance: 0.99 }
    const likely = (text: string, triggers = push.triggers) =>
      belonging(text, [], textReader(100))({ ...push, triggers })
    for (const text of [
      'have all changes been committed and pushed?',
      'did you push?',
      "ok, didn't you commit the changes?",
      'are all changes committed/pushed',
      'is the push done?',
    ])
      expect([text, likely(text)]).toEqual([text, 0])
    for (const text of [
      'are all changes pushed? if not, push',
      'did it work? commit and push all changes',
      'have a go: push',
    ])
      expect([text, likely(text) > 0]).toEqual([text, true])
    expect(likely('have all changes been pushed?', ['did you push all changes?', ...push.triggers])).toBeGreaterThan(
      0.5,
    )
  })

  it('is a probability that rises with the words of the library, for all texts', () => {
    fc.assert(
      fc.property(
        fc.string(),
        fc.array(fc.string()),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (text, own, relevance) => {
          const others = own.map((one) => asked(one))
          const [less, more] = [fitOf(text, others, relevance / 2), fitOf(text, others, relevance)]
          expect(less).toBeGreaterThanOrEqual(0)
          expect(more).toBeLessThanOrEqual(1)
          expect(more).toBeGreaterThanOrEqual(less)
        },
      ),
    )
  })
})

describe('textReader', () => {
  it('reads a text once while it is among the latest', () => {
    const read = textReader(2)
    const first = read('one two')
    expect(read('one two')).toBe(first)
    read('three')
    read('four')
    expect(read('one two')).not.toBe(first)
    expect(read('one two')).toEqual(first)
  })
})
