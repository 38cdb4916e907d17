import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { EvidencePlaces, SkillStore } from '../../../src/store/ports/skill-store.ts'
import type { TurnStore } from '../../../src/store/ports/turn-store.ts'
import { CREATE, LINE, recorder, SKILL, VERSION } from './records.ts'

/** What `EvidencePlaces` promises. */
export function evidencePlacesConformance(open: () => Needs): void {
  describe('EvidencePlaces', () => {
    let store: Needs
    beforeEach(async () => {
      store = open()
      const record = recorder(store)
      await record({ engine: 'codex', projectDir: '/shop' }, { engine: 'pi', projectDir: '/app' })
      await record({ engine: 'codex', projectDir: '/shop' }, { engine: 'qwen' })
    })
    afterEach(async () => await store[Symbol.asyncDispose]())

    /** Skill `id-<name>` with a version for each list of turns; the last one is the current one. */
    async function skill(name: string, ...evidence: (readonly string[])[]): Promise<void> {
      let row = { ...SKILL, id: `id-${name}`, name }
      for (const [n, turns] of evidence.entries()) {
        const more = { id: `${name}-${n}`, skillId: row.id, version: `0.1.${n}`, evidence: turns }
        const version = { ...VERSION, ...more, files: new Map() }
        const next = { ...row, headVersion: version.version }
        const expected = n === 0 ? ('absent' as const) : row
        const ledger = { ...LINE, skillName: name, skillId: row.id, versionId: version.id }
        await store.apply({ ...CREATE, expect: expected, skill: next, version, ledger })
        row = next
      }
    }

    it('gives each agent and project once, in order, and leaves out what rests on no turn', async () => {
      await skill('a', ['turn-1', 'turn-2', 'turn-3', 'gone'])
      await skill('b', ['turn-4'])
      await skill('c', [])
      expect([...(await store.placesOf(['id-b', 'id-a', 'id-c', 'nobody'], 9))].sort()).toEqual([
        ['id-a', { engines: ['codex', 'pi'], projects: ['/app', '/shop'] }],
        ['id-b', { engines: ['qwen'], projects: [] }],
      ])
      expect(await store.placesOf([], 9)).toEqual(new Map())
    })

    it('knows the projects of turns', async () => expect(await store.recentProjects()).toEqual(['/app', '/shop']))

    it('goes by the current version, or by the newest that was drawn from turns', async () => {
      await skill('a', ['turn-1'], ['turn-2'], [])
      await skill('b', ['turn-1'], ['turn-4'])
      const found = await store.placesOf(['id-a', 'id-b'], 9)
      expect([found.get('id-a')?.engines, found.get('id-b')?.engines]).toEqual([['pi'], ['qwen']])
    })

    it('names the skills of other projects, and no skill that is for all', async () => {
      const of = async (name: string, projects?: readonly string[]) => {
        const placed = { ...SKILL, id: `id-${name}`, name, ...(projects && { projects }) }
        const version = { ...VERSION, id: name, skillId: placed.id, files: new Map() }
        await store.apply({
          ...CREATE,
          skill: placed,
          version,
          ledger: { ...LINE, skillName: name, skillId: placed.id },
        })
      }
      await of('shops', ['/shop'])
      await of('both', ['/app', '/shop'])
      await of('all')
      expect(await store.skillsElsewhere('/app')).toEqual(new Set(['shops']))
      expect(await store.skillsElsewhere('/shop')).toEqual(new Set())
      expect(await store.skillsElsewhere('/none')).toEqual(new Set(['shops', 'both']))
    })

    it('looks at no more turns than asked for', async () => {
      await skill('a', ['turn-1', 'turn-2', 'turn-4'])
      expect((await store.placesOf(['id-a'], 1)).get('id-a')?.engines).toHaveLength(1)
    })
  })
}

type Needs = AsyncDisposable & EvidencePlaces & SkillStore & TurnStore
