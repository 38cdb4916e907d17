import { beforeEach, describe, expect, it } from 'vitest'
import type { Store } from '../../../src/store/store.ts'
import { AT, CREATE, DECISION, recorder, SKILL } from './records.ts'

/** What else a store keeps, and how it tells of changes. */
export function bookkeepingConformance(current: () => Store): void {
  let store: Store
  let record: ReturnType<typeof recorder>
  beforeEach(() => {
    store = current()
    record = recorder(store)
  })

  describe('sources', () => {
    it('remember how far each transcript was read', async () => {
      expect(await store.source('/a')).toBeUndefined()
      await store.saveSources([{ path: '/a', engine: 'codex', resume: '{"offset":1}', at: AT }])
      await store.saveSources([{ path: '/a', engine: 'codex', resume: '{"offset":2}', at: AT }])
      expect([await store.source('/a'), await store.source('/b')]).toEqual(['{"offset":2}', undefined])
    })
  })

  describe('exports', () => {
    it('are kept by path, the later note in place of the earlier, until they are forgotten', async () => {
      const copy = {
        path: '/home/.claude/skills/auto-a',
        root: '/home/.claude/skills',
        base: 'user',
        engines: ['claude-code'],
        skillName: 'auto-a',
        versionId: 'version-1',
        digests: ['old', 'new'],
        stamp: null,
        at: AT,
      }
      await store.noteExport(copy)
      await store.noteExport({ ...copy, path: '/a', engines: [], digests: [] })
      await store.noteExport({ ...copy, digests: ['new'], stamp: 'stamp' })
      expect(await store.exports()).toEqual([
        { ...copy, path: '/a', engines: [], digests: [] },
        { ...copy, digests: ['new'], stamp: 'stamp' },
      ])
      await store.forgetExport('/a')
      await store.forgetExport('/b')
      expect((await store.exports()).map(({ path }) => path)).toEqual([copy.path])
    })
  })

  describe('verdicts', () => {
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

    it('are noted beside the skill that they are about, which stays as it is otherwise', async () => {
      await store.apply(CREATE)
      await store.checked('skill-1', 'r2')
      await store.checked('nobody', 'r2')
      expect(await store.skills()).toEqual([{ ...SKILL, rules: 'r2' }])
    })
  })

  describe('folderLock', () => {
    it('lets one piece of work in at a time, in the order they came, also after one that failed', async () => {
      const seen: string[] = []
      const work = (name: string) => async () => {
        seen.push(`${name} in`)
        await new Promise((resolve) => setTimeout(resolve, 2))
        seen.push(`${name} out`)
        if (name === 'b') throw new Error('b failed')
        return name
      }
      const all = ['a', 'b', 'c'].map((name) => store.folderLock(work(name)))
      expect((await Promise.allSettled(all)).map(({ status }) => status)).toEqual([
        'fulfilled',
        'rejected',
        'fulfilled',
      ])
      expect(seen).toEqual(['a in', 'a out', 'b in', 'b out', 'c in', 'c out'])
    })
  })

  describe('tally', () => {
    it('counts turns, streaks and decisions', async () => {
      expect(await store.tally()).toMatchObject({ turns: 0, lastTurnAt: null, streaks: 0, decisions: 0 })
      await record({}, { key: 'k', timestamp: new Date(AT + 5) }, { key: '' })
      await store.addDecision(DECISION)
      expect(await store.tally()).toMatchObject({ turns: 3, lastTurnAt: AT + 5, streaks: 2, decisions: 1 })
    })
  })

  describe('revision', () => {
    it('stays when this process alone writes', async () => {
      const before = await store.revision()
      await record({})
      expect(await store.revision()).toBe(before)
    })
  })
}
