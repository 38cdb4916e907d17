import fc from 'fast-check'
import { expect, test } from 'vitest'
import { SkillIndex } from '../../src/app/skill-index.ts'
import type { SkillText } from '../../src/domain/retrieval/fields.ts'

const lint: SkillText = {
  id: 'lint',
  name: 'auto-errors-fix-lint',
  description: 'Fix lint failures in this Go repository. Use when a request mentions lint, mise or "fix lint errors".',
  triggers: ['fix the lint errors', 'mise run lint fails', 'linter is failing again'],
}
const release: SkillText = {
  id: 'release',
  name: 'release-notes',
  description: 'Writes release notes from merged pull requests.',
  triggers: ['write the release notes', 'draft a changelog for the next version'],
}
const chinese: SkillText = {
  id: 'chinese',
  name: '公司年会主持稿',
  description: '为公司年会撰写主持稿',
  triggers: ['写一份年会主持稿'],
}

const indexOf = (skills: readonly SkillText[]) => {
  const index = new SkillIndex()
  for (const skill of skills) index.add(skill)
  return index
}

const word = fc.constantFrom(
  'lint',
  'fix',
  'tests',
  'release',
  'notes',
  'deploy',
  'the',
  '年会',
  '主持',
  'write',
  'run',
)
const phrase = fc.array(word, { minLength: 1, maxLength: 6 }).map((words) => words.join(' '))
const skills = fc.uniqueArray(
  fc.record({
    id: fc.string({ minLength: 1, maxLength: 4 }),
    name: phrase,
    description: phrase,
    triggers: fc.array(phrase, { maxLength: 3 }),
    body: phrase,
  }),
  { selector: ({ id }) => id, minLength: 1, maxLength: 12 },
)

test('finds the skill that is nearest by its letters, whether all skills of a library are read or some', () => {
  const near = {
    id: 'z-near',
    name: 'kubernetes-rollout',
    description: 'Kubernetes rollouts.',
    triggers: ['kubernetes rollouts'],
  }
  for (const count of [9, 29, 80]) {
    const others = Array.from({ length: count }, (_, n) => ({
      id: `other-${n}`,
      name: `rollcall-${n}`,
      description: `Counts who is there, ${n}.`,
      triggers: [`rolls of class ${n}`],
    }))
    expect([count, indexOf([...others, near]).search('kubernetis rolloutt', 1)[0]?.id]).toEqual([count, 'z-near'])
  }
})

test('a request in other words of the same task finds the skill with more than even odds, chatter does not', () => {
  const index = indexOf([lint, release])
  const [first] = index.search('the linter fails, fix that', 5)
  expect(first!.id).toBe('lint')
  expect(first!.relevance).toBeGreaterThan(0.6)
  for (const chatter of ['what is the weather in Paris', 'thanks, that was great', 'book me a table for two tonight'])
    expect(index.search(chatter, 1)[0]?.relevance ?? 0).toBeLessThan(0.5)
})

test('a skill that only describes itself is offered for what it does, and not for chatter', () => {
  const index = indexOf([
    { id: 'pdf', name: 'pdf-forms', description: 'Fill and flatten PDF forms.', body: 'Use pypdf to read the fields.' },
    { id: 'bake', name: 'bake', description: 'Bake a sourdough bread.' },
  ])
  expect(index.search('bake some bread', 1)[0]).toMatchObject({ id: 'bake' })
  expect(index.search('bake some bread', 1)[0]!.relevance).toBeGreaterThan(0.7)
  expect(index.search('fill in this pdf form', 1)[0]!.relevance).toBeGreaterThan(0.7)
  for (const chatter of ['what is the weather in Paris', 'thanks, that was great', 'run it'])
    expect(index.search(chatter, 1)[0]?.relevance ?? 0).toBeLessThan(0.3)
})

test('Chinese is found by characters and pairs of characters', () => {
  expect(indexOf([lint, release, chinese]).search('年会的主持稿怎么写', 1)[0]!.id).toBe('chinese')
})

test('an empty index, an empty text and a text without a known word find nothing', () => {
  expect(new SkillIndex().search('fix lint', 5)).toEqual([])
  expect(indexOf([lint]).search('', 5)).toEqual([])
  expect(indexOf([lint]).search('zyzzyva', 5)).toEqual([])
})

test('explain names the words that match and their fields', () => {
  const [found] = indexOf([lint, release]).explain('linting broke', 1)
  expect(found!.words).toEqual([
    expect.objectContaining({ word: 'linting', fields: ['name', 'triggers', 'description'] }),
  ])
})

test('results do not depend on the order of insertion', () => {
  fc.assert(
    fc.property(skills, phrase, fc.integer(), (library, text, seed) => {
      const shuffled = [...library].sort((a, b) => hash(a.id, seed) - hash(b.id, seed))
      expect(indexOf(shuffled).search(text, 5)).toEqual(indexOf(library).search(text, 5))
    }),
  )
})

test('a fit does not depend on the order of insertion, and a skill edited after it is found by the same fit', () => {
  const library = [
    lint,
    release,
    chinese,
    { ...lint, id: 'tests', name: 'run tests', triggers: ['run the tests', 'test'] },
  ]
  const [index, reversed] = [indexOf(library), indexOf(library.toReversed())]
  index.fit()
  reversed.fit()
  expect(reversed.search('fix the failing tests', 4)).toEqual(index.search('fix the failing tests', 4))
  index.remove('tests')
  index.add(library[3]!)
  expect(index.search('fix the failing tests', 4)).toEqual(reversed.search('fix the failing tests', 4))
})

test('adding and then removing a skill, or removing and adding it again, changes nothing', () => {
  fc.assert(
    fc.property(skills, phrase, (library, text) => {
      const index = indexOf(library)
      const before = index.search(text, 5)
      index.add({ ...lint, id: 'a skill from outside' })
      index.remove('a skill from outside')
      expect(index.search(text, 5)).toEqual(before)
      index.remove(library[0]!.id)
      index.add(library[0]!)
      expect(index.search(text, 5)).toEqual(before)
    }),
  )
})

test('equal skills come in the order of their ids', () => {
  const twins = ['c', 'a', 'b'].map((id) => ({ ...lint, id }))
  expect(
    indexOf(twins)
      .search('fix lint', 3)
      .map(({ id }) => id),
  ).toEqual(['a', 'b', 'c'])
})

test('relevance is a probability for any text', () => {
  const index = indexOf([lint, release, chinese])
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary', maxLength: 300 }), phrase), (text) => {
      for (const { relevance } of index.search(text, 5)) {
        expect(relevance).toBeGreaterThanOrEqual(0)
        expect(relevance).toBeLessThanOrEqual(1)
      }
    }),
  )
})

const hash = (text: string, seed: number) =>
  [...text].reduce((sum, c) => (sum * 31 + c.codePointAt(0)! + seed) % 9973, 7)

test('skills that are left out are no rivals, and however many hide none of the others', () => {
  const others = Array.from({ length: 300 }, (_, n) => ({ ...release, id: `other-${n}` }))
  const index = indexOf([...others, { ...release, id: 'zz-own' }, lint])
  const only = (id: string) => !id.startsWith('other')
  const text = 'write the release notes for the merged pull requests'
  expect(index.search(text, 5).map(({ id }) => id)).not.toContain('zz-own')
  const [own, ...more] = index.search(text, 5, only)
  expect([own?.id, ...more.map(({ id }) => id)].filter((id) => id?.startsWith('other'))).toEqual([])
  expect(own?.id).toBe('zz-own')
  const among = index.search(text, 500).find(({ id }) => id === 'zz-own')
  expect(own?.relevance).toBeGreaterThan(2 * (among?.relevance ?? 1))
  expect(index.explain(text, 5, only)[0]).toMatchObject({ id: 'zz-own', relevance: own?.relevance })
})

test('what is no skill and no query is an error in words', () => {
  const index = indexOf([])
  expect(() => index.add({} as never)).toThrow('a skill needs id, name and description')
  expect(() => index.search(undefined as never, 1)).toThrow('a query must be a text')
})
