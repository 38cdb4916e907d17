import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { VerdictStore } from '../../../src/store/ports/verdict-store.ts'

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
  })
}

type Needs = AsyncDisposable & VerdictStore
