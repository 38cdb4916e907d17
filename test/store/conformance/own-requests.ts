import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { DecisionStore } from '../../../src/store/ports/decision-store.ts'
import type { SkillStore } from '../../../src/store/ports/skill-store.ts'
import type { OwnRequests, SourceStore, TurnStore } from '../../../src/store/ports/turn-store.ts'
import { AT, CREATE, DECISION, LINE, RULE, recorder, SKILL, TURN, VERSION } from './records.ts'

/** What `OwnRequests` promises. */
export function ownRequestsConformance(open: () => Needs): void {
  describe('OwnRequests', () => {
    let store: Needs
    let record: ReturnType<typeof recorder>
    beforeEach(async () => {
      store = open()
      record = recorder(store)
      await record(
        { userInput: 'add tests' },
        { userInput: 'write tests' },
        { userInput: 'every morning: count', kind: 'scheduled' },
        { userInput: `fix this ${'x'.repeat(9_000)}` },
      )
    })
    afterEach(async () => await store[Symbol.asyncDispose]())

    it('gives the latest requests of the person, newest first, and their beginning', async () => {
      const own = await store.ownRequests(9, [SKILL.name])
      expect(own.map(({ text }) => text.slice(0, 11))).toEqual(['fix this xx', 'write tests', 'add tests'])
      expect(own[0]?.text).toHaveLength(4_000)
      expect((await store.ownRequests(1, [])).map(({ text }) => text.slice(0, 8))).toEqual(['fix this'])
      expect(await store.ownRequests(0, [])).toEqual([])
    })

    it('names the skills that rest on their turns', async () => {
      const version = { ...VERSION, evidence: ['turn-1', 'turn-2'], files: new Map() }
      await store.apply({ ...CREATE, version, ledger: { ...LINE, versionId: version.id } })
      const own = await store.ownRequests(9, [SKILL.name])
      expect(own.map(({ skills }) => skills)).toEqual([[], [SKILL.name], [SKILL.name]])
      expect((await store.ownRequests(9, ['another'])).every(({ skills }) => skills.length === 0)).toBe(true)
    })

    it('names the skills that rest on other turns of their group', async () => {
      const rule = { grouping: 'similar' } as const
      const said = ['rename the user table', 'please rename the user table', 'rename user table', 'rename user tables']
      for (const [n, userInput] of said.entries()) await record({ userInput, key: `rename-${n}`, rule })
      const version = { ...VERSION, evidence: ['turn-5', 'turn-6', 'turn-7'], files: new Map() }
      await store.apply({ ...CREATE, version, ledger: { ...LINE, versionId: version.id } })
      const own = await store.ownRequests(9, [SKILL.name])
      expect(own.map(({ skills }) => skills.length)).toEqual([1, 1, 1, 1, 0, 0, 0])
    })

    it('goes by the latest eight versions of a skill, however many it has', async () => {
      let row = SKILL
      for (let n = 0; n < 10; n++) {
        const headVersion = `0.1.${n}`
        const evidence = n === 0 ? ['turn-1'] : n === 2 ? ['turn-2'] : []
        const version = { ...VERSION, id: `v-${n}`, version: headVersion, evidence, files: new Map() }
        const next = { ...row, headVersion }
        const expected = n === 0 ? ('absent' as const) : row
        await store.apply({
          ...CREATE,
          expect: expected,
          skill: next,
          version,
          ledger: { ...LINE, versionId: version.id },
        })
        row = next
      }
      const own = await store.ownRequests(9, [SKILL.name])
      expect(own.map(({ skills }) => skills.length)).toEqual([0, 1, 0])
    })

    it('says what holds now, though much was read before and is kept', async () => {
      const version = { ...VERSION, evidence: ['turn-1'], files: new Map() }
      const skills = async () => (await store.ownRequests(9, [SKILL.name])).map((one) => one.skills.length)
      expect(await skills()).toEqual([0, 0, 0])
      await store.apply({ ...CREATE, version, ledger: { ...LINE, versionId: version.id } })
      expect(await skills()).toEqual([0, 0, 1])
      await store.addDecision({ ...DECISION, id: 'd9', sessionId: 's', promptId: 'p9' })
      expect(await skills()).toEqual([0, 0, 1])
      await record({ userInput: 'one more', sessionId: 's', promptId: 'p9', outcome: 'unknown', key: 'p9' })
      expect(await skills()).toEqual([0, 0, 0, 1])
      await store.settle('d9', 'success', AT, true)
      expect(await skills()).toEqual([1, 0, 0, 1])
    })

    it('has a turn that was only stored among them once it counts', async () => {
      const texts = async () => (await store.ownRequests(9, [])).map(({ text }) => text.slice(0, 9))
      const before = await texts()
      const trajectory = { ...TURN, userInput: 'one more', promptId: 'p9' }
      await store.keepTurns([{ id: 'turn-9', signature: 'more', trajectory }])
      await store.saveSources([{ engine: 'codex', path: '/s.jsonl', at: AT, resume: '{}' }])
      expect(await texts()).toEqual(before)
      await store.countNext(() => RULE, 9)
      expect(await texts()).toEqual(['one more', ...before])
    })

    it('names the skill that was offered and used, and not one that was left unread', async () => {
      const offers = { d1: true, d2: false, d3: undefined }
      for (const [id, loaded] of Object.entries(offers)) {
        await store.addDecision({ ...DECISION, id, sessionId: 's', promptId: id })
        await record({ userInput: id, sessionId: 's', promptId: id, outcome: 'unknown', key: id })
        await store.settle(id, 'success', AT, loaded)
      }
      const own = new Map((await store.ownRequests(9, [SKILL.name])).map(({ text, skills }) => [text, skills]))
      expect([own.get('d1'), own.get('d2'), own.get('d3')]).toEqual([[SKILL.name], [], [SKILL.name]])
    })
  })
}

type Needs = AsyncDisposable & DecisionStore & OwnRequests & SkillStore & SourceStore & TurnStore
