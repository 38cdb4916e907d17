import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkedGroups, groupSignature, type ShownRequest } from '../../../src/domain/learning/recurring-groups.ts'

const DAY = 86_400_000
const RULE = { threshold: 3, expiryMs: 30 * DAY }

/** A request of each of these days, the ids a, b, c … in their order. */
const requests = (days: readonly number[], texts: readonly string[] = []): readonly ShownRequest[] =>
  days.map((day, i) => {
    const id = String.fromCodePoint(97 + i)
    return { id, turnId: `turn-${id}`, at: day * DAY, sessionId: `s${i}`, text: texts[i] ?? `request ${id}` }
  })

const named = (...ids: readonly string[]) => ({
  task: 'check the release notes',
  name: '',
  why: 'the same list',
  requests: [...ids],
})
const idsOf = (groups: readonly { readonly requests: readonly ShownRequest[] }[]) =>
  groups.map((group) => group.requests.map(({ id }) => id))

describe('a group that a model names', () => {
  test('is kept with its requests in the order of their time', () => {
    const { kept, refused } = checkedGroups([named('c', 'a', 'b')], requests([1, 2, 3, 4]), RULE)
    expect(idsOf(kept)).toEqual([['a', 'b', 'c']])
    expect(refused).toEqual([])
  })

  test('is refused with an id that was not shown', () => {
    const { kept, refused } = checkedGroups([named('a', 'b', 'c', 'r000000')], requests([1, 2, 3]), RULE)
    expect(kept).toEqual([])
    expect(refused).toMatchObject([{ rule: 'ids', reason: expect.stringContaining('r000000') }])
  })

  test('is refused with fewer requests than a task has, also where one is named three times', () => {
    const { refused } = checkedGroups([named('a', 'a', 'a'), named('b', 'c')], requests([1, 2, 3]), RULE)
    expect(refused.map(({ rule }) => rule)).toEqual(['too few', 'too few'])
  })

  test('does not take the requests of a group before it', () => {
    const { kept, refused } = checkedGroups(
      [named('a', 'b', 'c'), named('c', 'b', 'd', 'e')],
      requests([1, 2, 3, 4, 5]),
      RULE,
    )
    expect(idsOf(kept)).toEqual([['a', 'b', 'c']])
    expect(refused).toMatchObject([{ rule: 'too few' }])
  })

  test('counts a request that was sent again in its session once', () => {
    const shown = requests([1, 2, 3], ['Look it over', 'look it over ', 'check the notes']).map((one) => ({
      ...one,
      sessionId: 's',
    }))
    expect(checkedGroups([named('a', 'b', 'c')], shown, RULE).refused).toMatchObject([{ rule: 'too few' }])
  })

  test('begins anew after a pause that is longer than a streak lives', () => {
    const { kept } = checkedGroups([named('a', 'b', 'c', 'd')], requests([1, 40, 41, 42]), RULE)
    expect(idsOf(kept)).toEqual([['b', 'c', 'd']])
    expect(checkedGroups([named('a', 'b', 'c')], requests([1, 40, 41]), RULE).refused).toMatchObject([
      { rule: 'too few' },
    ])
  })

  test('is refused where it is most of all requests', () => {
    const shown = requests(Array.from({ length: 20 }, (_, i) => i))
    const { refused } = checkedGroups([named(...shown.map(({ id }) => id))], shown, RULE)
    expect(refused).toMatchObject([{ rule: 'too broad' }])
  })

  test('never has a request twice, whatever is named', () => {
    const ids = fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'x'), { maxLength: 9 })
    fc.assert(
      fc.property(fc.array(ids, { maxLength: 6 }), (groups) => {
        const { kept } = checkedGroups(
          groups.map((one) => named(...one)),
          requests([1, 2, 3, 4, 5, 6]),
          RULE,
        )
        const all = idsOf(kept).flat()
        expect(new Set(all).size).toBe(all.length)
        expect(kept.every((group) => group.requests.length >= RULE.threshold)).toBe(true)
      }),
    )
  })
})

describe('the name of a group', () => {
  const [first, ...others] = requests([1, 2, 3], ['proofread the release notes', 'go over the notes', 'read it aloud'])
  const group = { task: 'check the release notes', name: '', why: '', requests: [first!, ...others] }

  test('is made of the words that its requests hold', () => {
    expect(groupSignature(group)).toBe('notes-release')
    expect(groupSignature({ ...group, task: 'verify notes thoroughly' })).toBe('notes-thoroughly-verify')
    expect(groupSignature({ ...group, task: 'ship everything tonight' })).toBe('aloud-read')
  })
})
