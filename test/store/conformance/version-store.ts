import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { SkillStore } from '../../../src/store/ports/skill-store.ts'
import type { VersionStore } from '../../../src/store/ports/version-store.ts'
import { AT, CREATE, LINE, made, SKILL, VERSION } from './records.ts'

/** What `VersionStore` promises of the versions of skills. */
export function versionStoreConformance(open: () => Needs): void {
  describe('VersionStore', () => {
    let store: Needs
    beforeEach(() => {
      store = open()
    })
    afterEach(async () => await store[Symbol.asyncDispose]())

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

    it('gives the current and the newest proposed version of each skill', async () => {
      await store.apply(CREATE)
      const version = (number: string, state: 'accepted' | 'proposed') =>
        ({ ...VERSION, id: `of ${number}`, version: number, state, files: new Map() }) as const
      for (const [n, state] of [...(['proposed', 'accepted', 'proposed'] as const).entries()]) {
        const change = { skill: SKILL, expect: SKILL, version: version(`0.2.${n}`, state), ledger: LINE }
        expect(await store.apply(change)).toBe(true)
      }
      expect([...(await store.heads())].map(([id, { version }]) => [id, version])).toEqual([['skill-1', '0.1.0']])
      expect([...(await store.proposed())]).toEqual([['skill-1', '0.2.2']])
    })

    it('gives the files of many versions as those of each, and nothing of a version without files', async () => {
      await made(store, ['b', 'a'])
      const of = (id: string, files: readonly (readonly [string, string])[]) => {
        const version = { ...VERSION, id, version: id, files: new Map(files) }
        return { skill: SKILL, expect: SKILL, version, ledger: LINE }
      }
      await store.apply(CREATE)
      await store.apply(
        of('some', [
          ['SKILL.md', 'one'],
          ['references/é.md', ''],
          ['a', 'one'],
        ]),
      )
      await store.apply(of('none', []))
      const ids = ['version-a', 'some', 'none', 'x', VERSION.id]
      const many = await store.filesOf(ids)
      for (const id of ids) expect(many.get(id) ?? new Map()).toEqual(await store.files(id))
      expect([many.get('some')?.size, many.has('none'), many.has('x')]).toEqual([3, false, false])
    })

    it('gives the versions of all skills in the order in which they were made, and none of a skill that is not there', async () => {
      await made(store, ['b', 'a'])
      expect((await store.allVersions()).map(({ id }) => id)).toEqual(['version-b', 'version-a'])
      const [{ skillId: of } = { skillId: '' }] = await store.allVersions()
      expect((await store.allVersions([of, 'x'])).map(({ id }) => id)).toEqual(['version-b'])
      expect(await store.allVersions([])).toEqual([])
      expect([await store.versions('x'), (await store.files('x')).size, (await store.draftOf('x')).size]).toEqual([
        [],
        0,
        0,
      ])
    })
  })
}

type Needs = AsyncDisposable & VersionStore & SkillStore
