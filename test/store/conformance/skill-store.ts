import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { DecisionStore, UseRecords } from '../../../src/store/ports/decision-store.ts'
import type { SkillLookups, SkillStore } from '../../../src/store/ports/skill-store.ts'
import type { TurnStore } from '../../../src/store/ports/turn-store.ts'
import type {
  ExportStore,
  LedgerStore,
  PromptStore,
  VerdictStore,
  VersionStore,
} from '../../../src/store/ports/version-store.ts'
import type { SkillChange } from '../../../src/store/skill-records.ts'
import { AT, CREATE, DECISION, LINE, PROMPT, recorder, SKILL, VERSION } from './records.ts'

/** What `SkillStore` promises of changes to skills. */
export function skillStoreConformance(open: () => Needs): void {
  describe('SkillStore', () => {
    let store: Needs
    let record: ReturnType<typeof recorder>
    beforeEach(() => {
      store = open()
      record = recorder(store)
    })
    afterEach(async () => await store[Symbol.asyncDispose]())

    describe('apply and takeBack', () => {
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
    })

    describe('placed, checked and forget', () => {
      it('notes where the files of a skill lie', async () => {
        await store.apply(CREATE)
        await store.placed('skill-1', { path: '/else', digest: 'd', stamp: 's' })
        expect(await store.skill('auto-x')).toEqual({ ...SKILL, path: '/else', digest: 'd', stamp: 's' })
      })

      it('are noted beside the skill that they are about, which stays as it is otherwise', async () => {
        await store.apply(CREATE)
        await store.checked('skill-1', 'r2')
        await store.checked('nobody', 'r2')
        expect(await store.skills()).toEqual([{ ...SKILL, rules: 'r2' }])
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
    })

    it('gives back lost rows, lines, revocations and copies, and leaves those that are there', async () => {
      await store.apply(CREATE)
      const lost = { ...SKILL, id: 'skill-2', name: 'lost', status: 'revoked' as const }
      const version = { ...VERSION, id: 'version-2', skillId: 'skill-2', files: new Map([['SKILL.md', 'text']]) }
      const line = { ...LINE, skillName: 'lost', skillId: 'skill-2', versionId: 'version-2', move: 'revoke' }
      const revocation = { skillName: 'lost', signature: null, at: AT, reason: 'no', lifted: false }
      const rebuilt = { lines: [line], skills: [{ skill: lost, version }], revocations: [revocation], copies: [] }
      await store.rebuild(rebuilt)
      expect(await store.skill('lost')).toEqual(lost)
      expect((await store.files('version-2')).size).toBe(1)
      expect(await store.ledger('lost')).toMatchObject([line])
      expect(await store.revocations()).toMatchObject([{ skillName: 'lost', at: AT }])
      await store.rebuild({ ...rebuilt, lines: [] })
      expect([await store.revocations(), await store.versions('skill-2')]).toMatchObject([[{}], [{}]])
      expect(await store.skill('auto-x')).toEqual(SKILL)
    })

    it('gives back files and the revocation of a revoked skill', async () => {
      await store.apply(CREATE)
      const revoked = { ...SKILL, status: 'revoked' as const }
      const ledger = { ...LINE, at: AT + 1, move: 'revoke', toStatus: 'revoked' as const, versionId: null }
      await store.apply({ skill: revoked, expect: SKILL, revocation: 'start', ledger })
      await store.apply({
        ...{ skill: revoked, expect: revoked, revocation: 'lift' },
        ledger: { ...LINE, at: AT + 2, move: 'restore', versionId: null },
      })
      const revocation = { skillName: SKILL.name, signature: SKILL.signature, at: AT + 1, reason: ledger.reason }
      const version = { ...VERSION, files: new Map([['SKILL.md', 'other']]) }
      await store.rebuild({
        ...{ lines: [], copies: [], skills: [{ skill: revoked, version }] },
        revocations: [{ ...revocation, lifted: false }],
      })
      expect(await store.revocations()).toMatchObject([{ skillName: SKILL.name, at: AT + 1 }])
      expect(
        [...(await store.files(VERSION.id))].map(([path, bytes]) => [path, String.fromCharCode(...bytes)]),
      ).toEqual([['SKILL.md', 'other']])
    })
  })
}

type Needs = AsyncDisposable &
  SkillStore &
  SkillLookups &
  VersionStore &
  LedgerStore &
  VerdictStore &
  DecisionStore &
  UseRecords &
  PromptStore &
  TurnStore &
  ExportStore
