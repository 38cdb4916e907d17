import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { VerdictStore } from '../../../src/store/ports/version-store.ts'

/** What `VerdictStore` promises. */
export function verdictStoreConformance(open: () => Needs): void {
  describe('VerdictStore', () => {
    let store: Needs
    beforeEach(() => {
      store = open()
    })
    afterEach(async () => await store[Symbol.asyncDispose]())
    const finding = { rule: 'remote-code', severity: 'block', file: 'SKILL.md', line: 3, why: 'it says so' } as const
    const verdict = { digest: 'd', rules: 'r1', severity: 'block', findings: [finding], accepted: false } as const
    it('are kept by the digest of the content, the later in place of the earlier', async () => {
      expect(await store.verdict('d')).toBeUndefined()
      await store.saveVerdict(verdict)
      await store.saveVerdict({ ...verdict, digest: 'other', severity: 'clear', findings: [] })
      expect(await store.verdict('d')).toEqual(verdict)
      await store.saveVerdict({ ...verdict, rules: 'r2', accepted: true })
      expect(await store.verdict('d')).toEqual({ ...verdict, rules: 'r2', accepted: true })
    })

    it('are kept as well where they are kept only if nothing is in the way', async () => {
      await store.saveVerdict(verdict, { ifFree: true })
      await store.saveVerdict({ ...verdict, rules: 'r2' }, { ifFree: true })
      expect(await store.verdict('d')).toEqual({ ...verdict, rules: 'r2' })
    })

    it('tells at which stamp a folder held what these rules find clear, by the verdict as it is now', async () => {
      const clear = { ...verdict, digest: 'c', severity: 'clear', findings: [] } as const
      await store.saveVerdict(clear)
      await store.saveVerdict(verdict)
      await store.noteContents([
        { skillId: 'one', stamp: 's1', content: 'c' },
        { skillId: 'two', stamp: 's2', content: 'd' },
        { skillId: 'three', stamp: 's3', content: 'never judged' },
      ])
      expect([...(await store.clearStamps('r1'))]).toEqual([['one', 's1']])
      expect((await store.clearStamps('r2')).size).toBe(0)
      await store.noteContents([{ skillId: 'one', stamp: 's4', content: 'c' }])
      expect([...(await store.clearStamps('r1'))]).toEqual([['one', 's4']])
      await store.saveVerdict({ ...clear, severity: 'block', findings: [finding] })
      expect((await store.clearStamps('r1')).size).toBe(0)
    })
  })
}

type Needs = AsyncDisposable & VerdictStore
