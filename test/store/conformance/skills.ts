import { beforeEach, describe, expect, it } from 'vitest'
import type { DecisionRow } from '../../../src/store/decision-log.ts'
import type { SkillChange, SkillRecord } from '../../../src/store/skill-records.ts'
import type { Store } from '../../../src/store/store.ts'
import { AT, CREATE, contender, DECISION, LINE, PROMPT, recorder, SKILL, VERSION } from './records.ts'

/** What a store does with skills, their versions and the ledger. */
export function skillConformance(current: () => Store): void {
  let store: Store
  let record: ReturnType<typeof recorder>
  beforeEach(() => {
    store = current()
    record = recorder(store)
  })

  describe('skills', () => {
    it('applies a change whole, with its version, files and ledger line', async () => {
      expect(await store.apply(CREATE)).toBe(true)
      expect(await store.skill('auto-x')).toEqual(SKILL)
      expect(await store.skills()).toEqual([SKILL])
      expect(await store.versions('skill-1')).toEqual([VERSION])
      expect(await store.files('version-1')).toEqual(
        new Map([
          ['SKILL.md', new Uint8Array(Buffer.from('text'))],
          ['manifest.json', new Uint8Array([1, 0, 255])],
        ]),
      )
      expect(await store.ledger()).toEqual([{ ...LINE, id: 1 }])
    })

    it('keeps what the evidence alone said beside the files of a merged version, and forgets it with the skill', async () => {
      await store.apply(CREATE)
      const draft = new Map([['SKILL.md', 'drafted']])
      const second = { ...VERSION, id: 'version-2', version: '0.1.1', baseId: 'version-1' }
      const version = { ...second, files: new Map([['SKILL.md', 'merged']]), draft }
      await store.apply({ skill: SKILL, expect: SKILL, version, ledger: LINE })
      const text = new Map([['SKILL.md', new Uint8Array(Buffer.from('drafted'))]])
      expect(await store.draftOf('version-2')).toEqual(text)
      expect((await store.versions('skill-1')).map(({ baseId }) => baseId)).toEqual([null, 'version-1'])
      expect((await store.draftOf('version-1')).size).toBe(0)
      await store.forget('skill-1', { ...LINE, move: 'purge' })
      expect((await store.draftOf('version-2')).size).toBe(0)
    })

    it('knows nothing of what was never there', async () => {
      expect(await store.skill('nobody')).toBeUndefined()
      expect([await store.versions('x'), (await store.files('x')).size, await store.ledger('x')]).toEqual([[], 0, []])
    })

    it.each<[string, SkillChange['expect']]>([
      ['absent, and is there', 'absent'],
      ['of another status', { status: 'active', headVersion: '0.1.0', digest: null }],
      ['at another version', { status: 'staged', headVersion: '0.1.1', digest: null }],
      ['of other bytes', { status: 'staged', headVersion: '0.1.0', digest: 'd' }],
    ])('does nothing when the skill should be %s', async (_, expect_) => {
      await store.apply(CREATE)
      const late: SkillChange = {
        skill: { ...SKILL, status: 'archived' },
        expect: expect_,
        version: { ...VERSION, id: 'version-2', files: new Map([['SKILL.md', 'late']]) },
        ledger: { ...LINE, move: 'archive' },
      }
      expect(await store.apply(late)).toBe(false)
      expect(await store.skill('auto-x')).toEqual(SKILL)
      expect(await store.versions('skill-1')).toHaveLength(1)
      expect(await store.ledger()).toHaveLength(1)
    })

    it('does nothing for a skill that should be there and is not', async () =>
      expect(await store.apply({ skill: SKILL, expect: SKILL, ledger: LINE })).toBe(false))

    it('decides a version in the step that changes the skill, oldest version first', async () => {
      await store.apply(CREATE)
      const second = { ...VERSION, id: 'version-2', version: '0.1.1', parentId: 'version-1', createdAt: AT + 1 }
      await store.apply({ skill: SKILL, expect: SKILL, version: { ...second, files: new Map() }, ledger: LINE })
      const decides = [{ versionId: 'version-2', state: 'proposed' as const }]
      await store.apply({ skill: SKILL, expect: SKILL, decides, ledger: LINE })
      expect((await store.versions('skill-1')).map((one) => [one.version, one.state])).toEqual([
        ['0.1.0', 'accepted'],
        ['0.1.1', 'proposed'],
      ])
    })

    it('holds revocations by name and signature until they are lifted, each for itself', async () => {
      const person = { ...SKILL, id: 'skill-2', name: 'mine', signature: null, origin: 'person' as const }
      await store.apply({ skill: SKILL, expect: 'absent', revocation: 'start', ledger: { ...LINE, reason: 'no' } })
      await store.apply({ skill: person, expect: 'absent', revocation: 'start', ledger: LINE })
      const other = { ...person, id: 'skill-3', name: 'other' }
      await store.apply({ skill: other, expect: 'absent', revocation: 'start', ledger: LINE })
      expect(await store.revocations()).toMatchObject([
        { skillName: 'auto-x', signature: 'x', at: AT, reason: 'no' },
        { skillName: 'mine', signature: null },
        { skillName: 'other', signature: null },
      ])
      await store.apply({ skill: person, expect: person, revocation: 'lift', ledger: LINE })
      expect((await store.revocations()).map((one) => one.skillName)).toEqual(['auto-x', 'other'])
      await store.apply({ skill: SKILL, expect: SKILL, revocation: 'lift', ledger: LINE })
      expect((await store.revocations()).map((one) => one.skillName)).toEqual(['other'])
    })

    it('takes a change back whole: row, version, decisions, verdicts, revocation and ledger line', async () => {
      await store.apply(CREATE)
      const proposed = { ...VERSION, id: 'version-2', version: '0.1.1', state: 'proposed' as const, files: new Map() }
      await store.apply({ skill: SKILL, expect: SKILL, version: proposed, ledger: LINE })
      const verdict = { digest: 'd', rules: 'r', severity: 'block' as const, findings: [], accepted: false }
      await store.saveVerdict(verdict)
      const all = async () => ({
        skills: await store.skills(),
        versions: await store.versions('skill-1'),
        files: await store.files('version-3'),
        verdict: await store.verdict('d'),
        revocations: await store.revocations(),
        ledger: await store.ledger(),
        entry: await store.lastEntry(),
      })
      const before = await all()
      const change: SkillChange = {
        skill: { ...SKILL, status: 'revoked', headVersion: '0.1.2', description: 'other' },
        expect: SKILL,
        version: { ...VERSION, id: 'version-3', version: '0.1.2', files: new Map([['SKILL.md', 'new']]) },
        decides: [{ versionId: 'version-2', state: 'superseded' }],
        accepts: [verdict],
        revocation: 'start',
        ledger: { ...LINE, move: 'revoke', at: AT + 1 },
      }
      expect(await store.apply(change)).toBe(true)
      expect((await store.verdict('d'))?.accepted).toBe(true)
      const between = await all()
      const lift: SkillChange = {
        skill: SKILL,
        expect: change.skill,
        revocation: 'lift',
        ledger: { ...LINE, move: 'restore', at: AT + 2 },
      }
      await store.apply(lift)
      expect(await store.revocations()).toEqual([])
      await store.takeBack(lift, change.skill)
      expect(await all()).toEqual(between)
      await store.takeBack(change, SKILL)
      expect(await all()).toEqual(before)
    })

    it('forgets what was recorded and learned of a name that another skill takes over', async () => {
      await store.apply(CREATE)
      await store.addDecision(DECISION)
      await store.addDecision({ ...DECISION, id: 'd2' })
      await store.settle('d1', 'success', AT)
      await record({ pickedSkill: 'auto-x' }, { pickedSkill: 'auto-y' })
      await store.apply({ skill: SKILL, expect: SKILL, newcomer: true, ledger: LINE })
      expect((await store.arms()).map((one) => one.name)).toEqual(['auto-y'])
      expect((await store.versionUses()).map((one) => one.name)).not.toContain('auto-x')
      // An outcome that comes now is the earlier skill's.
      expect(await store.settle('d2', 'success', AT)).toEqual({ status: 'nothing', skill: 'auto-x' })
      const { arms, fits } = await store.knowledge(['auto-x'], 'add-tests')
      expect([arms.size, fits.size]).toEqual([0, 0])
    })

    it('gives what measures a skill page by page: settled, left to chance, with a contender', async () => {
      const weighed = [contender('auto-x'), { ...contender('auto-y'), propensity: 0.25 }]
      const made: Partial<DecisionRow>[] = [
        { id: 'a', weighed },
        { id: 'b', weighed, pick: 'auto-y' },
        { id: 'c', weighed, pick: null, reason: 'held_out' },
        { id: 'd', weighed, pick: null, reason: 'no_skill' },
        { id: 'e', weighed: [contender('auto-x')], reason: 'forced' },
        { id: 'f', weighed: [], pick: null, reason: 'below_threshold' },
        { id: 'g', weighed: [], pick: null, reason: 'no_skill' },
        { id: 'open', weighed },
      ]
      for (const row of made) await store.addDecision({ ...DECISION, ...row })
      for (const [id, outcome] of [
        ['d', 'failure'],
        ['a', 'success'],
        ['e', 'success'],
        ['f', 'success'],
        ['g', 'success'],
        ['b', 'failure'],
        ['c', 'success'],
      ] as const)
        await store.settle(id, outcome, AT)
      await store.settle('open', 'unknown', AT)
      const of = { first: 'auto-x', chance: 0.5, chanceOfAny: 0.75, chanceOfNone: 0.25 }
      const all = [
        { ...of, settled: 1, pick: null, success: false },
        { ...of, settled: 2, pick: 'auto-x', success: true },
        { ...of, settled: 6, pick: 'auto-y', success: false },
        { ...of, settled: 7, pick: null, success: true },
      ]
      expect(await store.liftRecords(0, 9)).toEqual(all)
      expect(await store.liftRecords(0, 2)).toEqual(all.slice(0, 2))
      expect(await store.liftRecords(2, 9)).toEqual(all.slice(2))
      expect(await store.liftRecords(7, 9)).toEqual([])
    })

    it('leaves out of the measure what was decided on a skill whose name another one has', async () => {
      await store.apply(CREATE)
      await store.addDecision(DECISION)
      await store.addDecision({ ...DECISION, id: 'other', weighed: [contender('auto-y'), contender('auto-x')] })
      await store.settle('d1', 'success', AT)
      await store.settle('other', 'success', AT)
      await store.apply({ skill: SKILL, expect: SKILL, newcomer: true, ledger: LINE })
      expect((await store.liftRecords(0, 9)).map(({ first }) => first)).toEqual(['auto-y'])
    })

    it('leaves out of the log what was decided on a skill whose name another one has', async () => {
      await store.apply(CREATE)
      await store.addDecision(DECISION)
      await store.addDecision({ ...DECISION, id: 'd2', pick: null, reason: 'held_out' })
      await store.addDecision({ ...DECISION, id: 'd3', pick: null, reason: 'no_candidates', weighed: [] })
      await store.apply({ skill: SKILL, expect: SKILL, newcomer: true, ledger: LINE })
      await store.addDecision({ ...DECISION, id: 'd4' })
      for (const id of ['d1', 'd2', 'd3', 'd4']) await store.settle(id, 'success', AT)
      expect((await store.settledDecisions()).map(({ id }) => id)).toEqual(['d3', 'd4'])
    })

    it('forgets a skill with its versions, files and rows, and keeps the ledger', async () => {
      await store.apply(CREATE)
      await store.addPrompt(PROMPT)
      await store.addPrompt({ ...PROMPT, id: 'other', skillName: 'auto-y' })
      await store.forget('skill-1', { ...LINE, move: 'purge' })
      expect([await store.skill('auto-x'), await store.versions('skill-1')]).toEqual([undefined, []])
      expect((await store.files('version-1')).size).toBe(0)
      expect(await store.bestForSkill('auto-x', 'auto_drafter', 1)).toEqual([])
      expect(await store.bestForSkill('auto-y', 'auto_drafter', 1)).toHaveLength(1)
      expect((await store.ledger('auto-x')).map((line) => line.move)).toEqual(['draft', 'purge'])
      expect(await store.apply(CREATE)).toBe(true)
    })

    it('names the versions that turns are evidence of, until their skill is forgotten', async () => {
      const other = { ...SKILL, id: 'skill-2', name: 'auto-a' }
      const of = (id: string, skillId: string, evidence: string[]) => ({ ...VERSION, id, skillId, evidence })
      const files = new Map([['SKILL.md', 'shared']])
      const first = { ...of('v-1', 'skill-1', ['t1', 't2']), files }
      const second = { ...of('v-2', 'skill-2', ['t2']), version: '0.1.1', files }
      await store.apply({ skill: SKILL, expect: 'absent', version: first, ledger: LINE })
      await store.apply({ skill: other, expect: 'absent', version: second, ledger: LINE })
      expect(await store.versionsFrom(['t2', 't3'])).toEqual([
        { turnId: 't2', skill: 'auto-a', version: '0.1.1', state: VERSION.state },
        { turnId: 't2', skill: SKILL.name, version: VERSION.version, state: VERSION.state },
      ])
      await store.forget('skill-1', { ...LINE, move: 'purge' })
      expect((await store.versionsFrom(['t1', 't2'])).map(({ skill }) => skill)).toEqual(['auto-a'])
      // The other skill has bytes of its own that are the same.
      expect((await store.files('v-2')).size).toBe(1)
    })

    it('tells of each skill once', async () => {
      await store.apply(CREATE)
      expect(await store.announce(['skill-1', 'skill-2'], AT)).toEqual(['skill-1', 'skill-2'])
      expect(await store.announce(['skill-2', 'skill-3'], AT)).toEqual(['skill-3'])
      expect(await store.announce([], AT)).toEqual([])
    })

    it('keeps the ledger in order, by skill where asked', async () => {
      await store.apply(CREATE)
      await store.dropTrigger('nobody', { ...LINE, skillName: 'auto-y', move: 'refused', skillId: null })
      expect((await store.ledger()).map((line) => line.skillName)).toEqual(['auto-x', 'auto-y'])
      expect(await store.ledger('auto-y')).toMatchObject([{ move: 'refused' }])
    })

    it('notes where the files of a skill lie', async () => {
      await store.apply(CREATE)
      await store.placed('skill-1', { path: '/else', digest: 'd', stamp: 's' })
      expect(await store.skill('auto-x')).toEqual({ ...SKILL, path: '/else', digest: 'd', stamp: 's' })
    })

    it('lists the skills whose folder does not hold what their row says', async () => {
      await store.apply(CREATE)
      expect((await store.unplaced()).map((one) => one.name)).toEqual(['auto-x'])
      await store.placed('skill-1', { path: '/p', digest: VERSION.digest, stamp: 's' })
      expect(await store.unplaced()).toEqual([])
      const now = (await store.skill('auto-x')) as SkillRecord
      await store.apply({ skill: { ...now, status: 'archived' }, expect: now, ledger: LINE })
      expect((await store.unplaced()).map((one) => one.status)).toEqual(['archived'])
      await store.placed('skill-1', { path: '/archive', digest: VERSION.digest, stamp: '' })
      expect(await store.unplaced()).toEqual([])
    })
  })
}
