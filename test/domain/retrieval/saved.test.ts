import fc from 'fast-check'
import { expect, test } from 'vitest'
import { SkillIndex } from '../../../src/domain/retrieval/skill-index.ts'

const skills = ['lint', 'deploy', 'translate', 'summarise', 'release'].map((word, i) => ({
  id: `skill-${i}`,
  name: `${word} the project`,
  description: `Use to ${word} things`,
  triggers: [`please ${word} this`, `${word} everything again`, `can you ${word}`],
  body: `1. ${word}\n2. check`,
}))

const built = () => {
  const index = new SkillIndex()
  for (const skill of skills) index.add(skill)
  return index
}

const loaded = (bytes: Uint8Array): SkillIndex => {
  const found = SkillIndex.load(bytes)
  if ('refused' in found) throw new Error(found.refused)
  return found.index
}

test('a saved index answers as the one it was saved from, its fit and its edits included', () => {
  const index = built()
  index.remove('skill-3')
  index.add({ ...skills[1]!, name: 'deploy to production' })
  index.fit()
  const again = loaded(index.save())
  for (const text of ['lint it', 'deploy production', 'summarise', 'nothing of this'])
    expect(again.search(text, 5)).toEqual(index.search(text, 5))
})

test('a loaded index takes edits like any other', () => {
  const index = loaded(built().save())
  index.remove('skill-0')
  index.add({ id: 'new', name: 'lint for Rust', description: 'Runs clippy' })
  expect(index.search('lint', 5).map(({ id }) => id)).toEqual(['new'])
  expect(loaded(index.save()).search('lint', 5)).toEqual(index.search('lint', 5))
})

test('bytes that lie at an odd place in a larger buffer are read all the same', () => {
  const bytes = built().save()
  const larger = new Uint8Array(bytes.length + 3)
  larger.set(bytes, 3)
  expect(loaded(larger.subarray(3)).size).toBe(skills.length)
})

test('an index that was cut or altered anywhere is refused, never a crash', () => {
  const bytes = built().save()
  fc.assert(
    fc.property(fc.nat(bytes.length - 1), fc.boolean(), (at, cut) => {
      const damaged = cut ? bytes.slice(0, at) : bytes.with(at, bytes[at]! ^ 0x5a)
      expect(SkillIndex.load(damaged)).toHaveProperty('refused')
    }),
  )
})

test('another version and foreign bytes are told apart', () => {
  const bytes = built().save()
  expect(SkillIndex.load(bytes.with(4, 99))).toEqual({ refused: 'other_version' })
  expect(SkillIndex.load(new TextEncoder().encode('SQLite format 3'))).toEqual({ refused: 'not_an_index' })
  expect(SkillIndex.load(new Uint8Array())).toEqual({ refused: 'not_an_index' })
})

test('reconcile takes over what changed on disk and nothing else', () => {
  const index = loaded(built().save())
  expect(index.reconcile(skills)).toEqual({ changed: 0 })
  const edited = [{ ...skills[0]!, description: 'Runs the linter with --fix' }, ...skills.slice(2)]
  expect(index.reconcile(edited)).toEqual({ changed: 2 })
  expect(index.has('skill-1')).toBe(false)
  expect(index.search('linter', 1)[0]!.id).toBe('skill-0')
})
