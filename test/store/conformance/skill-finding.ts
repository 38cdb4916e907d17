import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { SkillFinding, SkillStore } from '../../../src/store/ports/skill-store.ts'
import type { SkillRecord } from '../../../src/store/skill-records.ts'
import { CREATE, LINE, SKILL } from './records.ts'

const OFFER = { drafts: 'staged', watching: false } as const
/** Of a skill that may be offered. */
const SEEN = { body: '', triggers: [], digest: 'd', stamp: 's', altered: false } as const
const ACTIVE = { drafts: 'active', watching: false } as const

/** What `SkillFinding` promises. */
export function skillFindingConformance(open: () => Needs): void {
  describe('SkillFinding', () => {
    let store: Needs
    beforeEach(async () => {
      store = open()
      while (!(await store.indexSkills()));
    })
    afterEach(async () => await store[Symbol.asyncDispose]())

    const add = async (name: string, description: string, more: Partial<SkillRecord> = {}) => {
      const skill = { ...SKILL, ...SEEN, id: `id-${name}`, name, description, ...more }
      const { version: _, ...create } = CREATE
      expect(await store.apply({ ...create, skill, ledger: { ...LINE, skillId: skill.id, skillName: name } })).toBe(
        true,
      )
      return skill
    }
    const found = async (text: string, how: Parameters<SkillFinding['nearestSkills']>[2] = { offer: OFFER }) =>
      (await store.nearestSkills(text, 5, how)).map(({ id }) => id)

    it('finds a skill by its text from the change on that adds it, with the words that it was found by', async () => {
      await add('bake', 'Bake a sourdough bread')
      await add('water', 'Water the roses')
      expect(await found('bake bread')).toEqual(['bake'])
      const [first] = await store.nearestSkills('water my roses', 5, { offer: OFFER })
      expect(first).toMatchObject({ id: 'water', words: [{ word: 'water' }, { word: 'roses' }] })
      expect(await found('zyzzyva')).toEqual([])
    })

    it('follows each change of a text and of a status in the transaction that makes it', async () => {
      const bake = await add('bake', 'Bake a sourdough bread')
      const ledger = { ...LINE, skillId: bake.id, skillName: 'bake' }
      const roast = { ...bake, description: 'Roast some chestnuts' }
      await store.apply({ skill: roast, expect: bake, ledger })
      expect([await found('sourdough'), await found('chestnuts')]).toEqual([[], ['bake']])
      await store.takeBack({ skill: roast, expect: bake, ledger }, bake)
      expect([await found('sourdough'), await found('chestnuts')]).toEqual([['bake'], []])
      await store.apply({ skill: { ...bake, status: 'archived' }, expect: bake, ledger })
      expect(await found('sourdough')).toEqual([])
      await store.forget(bake.id, ledger)
      await add('bake', 'Grind some coffee')
      expect([await found('sourdough'), await found('coffee')]).toEqual([[], ['bake']])
    })

    it('a refused change indexes nothing', async () => {
      const bake = await add('bake', 'Bake a sourdough bread')
      const change = { skill: { ...bake, description: 'Roast some chestnuts' }, ledger: LINE }
      expect(await store.apply({ ...change, expect: 'absent' })).toBe(false)
      expect(await found('chestnuts')).toEqual([])
    })

    it('leaves out what the rule offers not, and what is left out is no rival', async () => {
      await add('bake', 'Bake a sourdough bread')
      for (let n = 0; n < 60; n++) await add(`watching-${n}`, 'Bake a sourdough bread', { status: 'watching' })
      expect(await found('bake bread')).toEqual(['bake'])
      expect(await found('bake bread', { offer: { ...OFFER, watching: true } })).toHaveLength(5)
      expect(await found('bake bread', { offer: ACTIVE })).toEqual([])
      await add('altered', 'Bake a sourdough bread', { altered: true })
      await add('unscanned', 'Bake a sourdough bread', { rules: 'older' })
      expect(await found('bake bread')).toEqual(['bake'])
    })

    it('takes other evidence for a skill into account', async () => {
      await add('bake', 'Bake a sourdough bread')
      await add('bake-rye', 'Bake a rye bread')
      expect((await found('bake sourdough bread'))[0]).toBe('bake')
      expect(await found('bake sourdough bread', { offer: OFFER, without: new Set(['bake']) })).toEqual(['bake-rye'])
    })

    it('fits the ranking once enough has changed, piece by piece, and rests then', async () => {
      expect(await store.fitRanking()).toBe(false)
      const phrased = (n: number) => ({ triggers: [`do task${n} now`, `please item${n} again`, `run job${n}`] })
      for (let n = 0; n < 70; n++) await add(`task${n}`, `Does task${n} with item${n}`, phrased(n))
      const [before] = await store.nearestSkills('please item7', 1, { offer: OFFER })
      let pieces = 0
      while (await store.fitRanking()) pieces++
      expect(pieces).toBeGreaterThan(10)
      const [after] = await store.nearestSkills('please item7', 1, { offer: OFFER })
      expect(after?.id).toBe('task7')
      expect(after?.relevance).not.toBe(before?.relevance)
      expect(await store.fitRanking()).toBe(false)
    })
  })
}

type Needs = SkillFinding & SkillStore & AsyncDisposable
