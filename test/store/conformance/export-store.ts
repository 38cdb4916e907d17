import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ExportStore } from '../../../src/store/ports/version-store.ts'
import { AT } from './records.ts'

/** What `ExportStore` promises of copies of skills. */
export function exportStoreConformance(open: () => Needs): void {
  describe('ExportStore', () => {
    let store: Needs
    beforeEach(() => {
      store = open()
    })
    afterEach(async () => await store[Symbol.asyncDispose]())

    it('are kept by path, the later note in place of the earlier, until they are forgotten', async () => {
      await store.noteExport(COPY)
      await store.noteExport({ ...COPY, path: '/a', engines: [], digests: [] })
      await store.noteExport({ ...COPY, digests: ['new'], stamp: 'stamp' })
      expect(await store.exports()).toEqual([
        { ...COPY, path: '/a', engines: [], digests: [] },
        { ...COPY, digests: ['new'], stamp: 'stamp' },
      ])
      await store.forgetExport('/a')
      await store.forgetExport('/b')
      expect((await store.exports()).map(({ path }) => path)).toEqual([COPY.path])
    })

    it('are found by the skill that they are of', async () => {
      await store.noteExport(COPY)
      await store.noteExport({ ...COPY, path: '/a', skillName: 'auto-b' })
      expect(await store.exportsOf('auto-a')).toEqual([COPY])
      expect(await store.exportsOf('nobody')).toEqual([])
    })
  })
}

type Needs = AsyncDisposable & ExportStore

const COPY = {
  path: '/home/.claude/skills/auto-a',
  root: '/home/.claude/skills',
  base: 'user',
  engines: ['claude-code'],
  skillName: 'auto-a',
  versionId: 'version-1',
  tools: 'edition',
  digests: ['old', 'new'],
  stamp: null,
  at: AT,
}
