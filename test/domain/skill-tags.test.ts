import { expect, it } from 'vitest'
import { hasTags, parseSkillMd, tagsOf } from '../../src/domain/skill-md-format.ts'

const tags = (front: string) => tagsOf(parseSkillMd(`---\nname: a\ndescription: b\n${front}\n---\n\nBody.\n`))

it('reads tags as a list or as a text with commas, at the top or in the metadata', () => {
  const same = ['pdf', 'data cleaning']
  expect(tags('tags: [PDF, Data Cleaning]')).toEqual(same)
  expect(tags('tags:\n  - pdf\n  - data cleaning')).toEqual(same)
  expect(tags('tags: pdf, data cleaning, PDF')).toEqual(same)
  expect(tags('metadata:\n  tags: [pdf, data cleaning]')).toEqual(same)
  expect(tags("metadata:\n  tags: \"['pdf', 'data cleaning']\"")).toEqual(same)
  expect(tags('tags: 单细胞测序、10X Genomics')).toEqual(['单细胞测序', '10x genomics'])
})

it('takes numbers as texts, and leaves out what is no tag', () => {
  expect(tags('tags: [10, "", pdf, {a: b}]')).toEqual(['10', 'pdf'])
  expect(tags('tags: {a: b}')).toEqual([])
  expect(tags('license: MIT')).toEqual([])
  expect(tags(`tags: [${Array.from({ length: 100 }, (_, n) => `t${n}`)}]`)).toHaveLength(30)
})

it('finds a skill by all of the tags asked for, however they are written', () => {
  expect(hasTags({ tags: ['pdf', 'tables'] }, [' PDF', 'tables'])).toBe(true)
  expect(hasTags({ tags: ['pdf'] }, ['pdf', 'tables'])).toBe(false)
  expect(hasTags({}, ['pdf'])).toBe(false)
})
