import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ShelvedSkill } from '../../../src/domain/bank/library-skill.ts'
import type { LibraryStore, SkillFinding } from '../../../src/store/ports/skill-store.ts'

const ROOTS = ['/lib/team']

const shelved = (path: string, more: Partial<ShelvedSkill> = {}): ShelvedSkill => ({
  ...{
    id: `team/${path}`,
    root: '/lib/team',
    library: 'team',
    path,
    name: `name of ${path}`,
    description: 'Makes a sourdough.',
  },
  ...{ triggers: [], examples: [], tags: [], version: '0.1.0', body: 'Knead it.', size: 9 },
  ...{ standing: 'approved', digest: 'd', stamp: 's', rules: 'r' },
  ...more,
})

/** What `LibraryStore` promises. */
export function libraryStoreConformance(open: () => Needs): void {
  describe('LibraryStore', () => {
    let store: Needs
    beforeEach(async () => {
      store = open()
      while (!(await store.indexSkills()));
    })
    afterEach(async () => await store[Symbol.asyncDispose]())
    const found = async (text: string, libraries: readonly string[] = ROOTS) =>
      (await store.nearestSkills(text, 5, { libraries })).map(({ id }) => id)

    it('gives skills by standing and name, under the names of their folders, with the text of approved ones', async () => {
      const one = shelved('bake')
      await store.keepLibrarySkills([one, shelved('deep/roast', { standing: 'waits' })], [])
      expect(await store.librarySkills(ROOTS, { standing: 'approved' })).toEqual([{ ...one, called: 'bake' }])
      const [waiting, ...more] = await store.librarySkills(ROOTS, { names: ['roast'] })
      expect([waiting?.id, waiting?.called, waiting?.body, more]).toEqual(['team/deep/roast', 'roast', '', []])
      expect((await store.librarySkills(ROOTS, { names: ['name of bake', 'x'] })).map(({ id }) => id)).toEqual([
        'team/bake',
      ])
      expect(await store.librarySkills(['/lib/other'])).toEqual([])
      expect([await store.approvedCount(ROOTS), await store.approvedCount([])]).toEqual([1, 0])
      expect(await store.usedLibrarySkills(ROOTS)).toEqual([])
    })

    it('finds what is approved in the folders that are asked for, and follows each change', async () => {
      await store.keepLibrarySkills([shelved('bake'), shelved('roast', { standing: 'waits' })], [])
      expect(await found('make a sourdough')).toEqual(['bake'])
      expect([await found('make a sourdough', []), await found('make a sourdough', ['/lib/other'])]).toEqual([[], []])
      await store.keepLibrarySkills([shelved('bake', { description: 'Waters the roses.' })], [])
      expect([await found('sourdough'), await found('roses')]).toEqual([[], ['bake']])
      await store.keepLibrarySkills([], ['team/bake'])
      expect(await found('roses')).toEqual([])
    })

    it('calls skills by their ids where two approved ones have folders of one name', async () => {
      await store.keepLibrarySkills([shelved('a/bake'), shelved('b/bake')], [])
      expect((await found('make a sourdough')).sort()).toEqual(['team/a/bake', 'team/b/bake'])
      await store.keepLibrarySkills([shelved('b/bake', { standing: 'waits' })], [])
      expect(await found('make a sourdough')).toEqual(['bake'])
    })
  })
}

type Needs = LibraryStore & SkillFinding & AsyncDisposable
