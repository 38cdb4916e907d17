import fc from 'fast-check'
import { expect, it } from 'vitest'
import { estimatedTokens } from '../../../src/domain/bank/context-text.ts'
import { fittingList } from '../../../src/domain/bank/skill-list.ts'

const skill = (name: string, description: string) => ({ name, description })

it('lists names and descriptions, one a line, and says how many are not shown', () => {
  const list = fittingList([skill('bake', 'Bakes bread.'), skill('brew', 'Brews\n## tea `now`.')], { maxTokens: 200 })
  expect(list.text).toBe(
    "Skills that can be loaded by name, those that are likeliest to help first:\n- bake: Bakes bread.\n- brew: Brews ## tea 'now'.\n",
  )
  const short = fittingList([skill('bake', 'Bakes bread.'), skill('long', 'x'.repeat(900))], { maxTokens: 60 })
  expect(short).toMatchObject({ skills: [{ name: 'bake' }], left: 1 })
  expect(short.text).toMatch(/\n1 more are not shown; name the task to see those that fit it\.\n$/)
})

it('passes over what is too long, and gives nothing where nothing fits', () => {
  const all = [skill('long', 'many words '.repeat(60)), skill('short', 'One.')]
  expect(fittingList(all, { maxTokens: 60 }).skills.map(({ name }) => name)).toEqual(['short'])
  expect(fittingList(all, { maxTokens: 5 })).toEqual({ skills: [], left: 2, text: '', tokens: 0 })
  expect(fittingList([], { maxTokens: 500 })).toEqual({ skills: [], left: 0, text: '', tokens: 0 })
})

it('never passes its budget, keeps the order, and shows no less with a larger one', () => {
  const one = fc.record({
    name: fc.stringMatching(/^[a-z]{1,12}$/),
    description: fc.string({ unit: 'grapheme', maxLength: 80 }),
  })
  fc.assert(
    fc.property(fc.array(one, { maxLength: 12 }), fc.integer({ min: 1, max: 400 }), (all, maxTokens) => {
      const { skills, left, text, tokens } = fittingList(all, { maxTokens })
      expect(estimatedTokens(text)).toBe(tokens)
      expect(tokens).toBeLessThanOrEqual(maxTokens)
      expect(skills.length + left).toBe(all.length)
      expect(skills).toEqual(all.filter((skill) => skills.includes(skill)))
      expect(fittingList(all, { maxTokens: 100_000 }).left).toBe(0)
    }),
    { seed: 5 },
  )
})
