import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { bodyDigest } from '../../../src/domain/measurement.ts'
import type { SkillLookups, SkillStore } from '../../../src/store/ports/skill-store.ts'
import type { PromptStore } from '../../../src/store/ports/version-store.ts'
import type { PromptRow } from '../../../src/store/skill-records.ts'
import { CREATE, PROMPT, SKILL } from './records.ts'

/** What `PromptStore` promises of prompt rows and their order. */
export function promptStoreConformance(open: () => Needs): void {
  describe('PromptStore', () => {
    let store: Needs
    beforeEach(() => {
      store = open()
    })
    afterEach(async () => await store[Symbol.asyncDispose]())

    it('puts measured rows before priors, then the score, then the newest', async () => {
      const rows: [string, boolean, number, number][] = [
        ['old prior', false, 0.9, 1],
        ['weak', true, 0.2, 9],
        ['strong', true, 0.5, 1],
        ['new prior', false, 0.9, 2],
        ['same time', false, 0.9, 2],
      ]
      for (const [id, scoreMeasured, score, createdAt] of rows)
        await store.addPrompt({ ...PROMPT, id, scoreMeasured, score, createdAt })
      const ids = (await store.bestForSkill('auto-x', 'auto_drafter', 9)).map((row) => row.id)
      expect(ids).toEqual(['strong', 'weak', 'same time', 'new prior', 'old prior'])
      expect(await store.bestForSkill('auto-x', 'auto_drafter', 1)).toHaveLength(1)
    })

    it('gives a row back as it was written, and none of another skill or scorer', async () => {
      await store.addPrompt(PROMPT)
      expect(await store.bestForSkill('auto-x', 'auto_drafter', 1)).toEqual([PROMPT])
      expect(await store.bestForSkill('auto-x', 'bench', 1)).toEqual([])
      expect(await store.bestForSkill('auto', 'auto_drafter', 1)).toEqual([])
    })

    it('adds a row once, and gives back the one that has its id', async () => {
      expect(await store.addPrompt(PROMPT)).toBeUndefined()
      expect(await store.addPrompt({ ...PROMPT, score: 0.1 })).toEqual(PROMPT)
      expect(await store.bestForSkill('auto-x', 'auto_drafter', 9)).toEqual([PROMPT])
    })

    it('numbers the rows of a skill and scorer on from the highest one', async () => {
      expect(await store.nextGeneration('auto-x', 'auto_drafter')).toBe(0)
      for (const [generation, id] of ['one', 'two'].entries()) await store.addPrompt({ ...PROMPT, id, generation })
      await store.addPrompt({ ...PROMPT, id: 'later', generation: 40 })
      await store.addPrompt({ ...PROMPT, id: 'measured', scorer: 'bench', generation: 70 })
      await store.addPrompt({ ...PROMPT, id: 'other', skillName: 'auto-y', generation: 80 })
      expect(await store.nextGeneration('auto-x', 'auto_drafter')).toBe(41)
    })

    it('leaves out rows that were measured on another text than the skill has now', async () => {
      await store.apply({ ...CREATE, skill: { ...SKILL, name: 'auto-x', body: 'Do it.' } })
      const rows: [string, number, PromptRow['metadata']][] = [
        ['old', 0.9, { body_digest: bodyDigest('Do it otherwise.') }],
        ['now', 0.5, { body_digest: bodyDigest('Do it.\n') }],
        ['any', 0.3, { note: 'says nothing of a text' }],
      ]
      for (const [id, score, metadata] of rows) {
        await store.addPrompt({ ...PROMPT, id, score, metadata, scorer: 'bench' })
        await store.addPrompt({
          ...PROMPT,
          id: `${id} of nobody`,
          skillName: 'nobody',
          score,
          metadata,
          scorer: 'bench',
        })
      }
      const best = async (name: string) => (await store.bestForSkill(name, 'bench', 9)).map(({ id }) => id)
      expect(await best('auto-x')).toEqual(['now', 'any'])
      expect(await best('nobody')).toEqual(['any of nobody'])
      expect(await store.seedPairsFor(['auto-x', 'nobody'], ['auto_drafter', 'bench'])).toEqual([
        [],
        [
          ['auto-x', 3],
          ['nobody', 2],
        ],
      ])
    })

    it('gives the successes of the best row of each name in the order asked, those of none left out', async () => {
      const scores: [string, number][] = [
        ['a', 0.7],
        ['b', 0.5],
        ['c', 0.09],
        ['d', 0.1],
        ['e', 1.7],
      ]
      for (const [skillName, score] of scores) await store.addPrompt({ ...PROMPT, id: skillName, skillName, score })
      expect((await store.seedPairsFor(['e', 'd', 'c', 'nobody', 'b', 'a'], ['auto_drafter']))[0]).toEqual([
        ['e', 5],
        ['d', 1],
        ['b', 3],
        ['a', 4],
      ])
      expect(await store.seedPairsFor([], ['auto_drafter'])).toEqual([[]])
    })

    it('gives the tasks that a row was measured on, the fewer of tasks and families', async () => {
      const rows: [string, Record<string, unknown>][] = [
        ['a', { tasks: 6 }],
        ['b', { tasks: 30, families: 8 }],
        ['c', { tasks: 'many', families: 0 }],
      ]
      for (const [skillName, metadata] of rows)
        await store.addPrompt({ ...PROMPT, id: skillName, skillName, score: 0.8, scorer: 'bench', metadata })
      expect((await store.seedPairsFor(['a', 'b', 'c'], ['bench']))[0]).toEqual([
        ['a', 4, 6],
        ['b', 4, 8],
        ['c', 4],
      ])
    })

    it('gives the score of the first row of every skill', async () => {
      await store.apply({ ...CREATE, skill: { ...SKILL, body: 'Do it.' } })
      await store.addPrompt({ ...PROMPT, id: 'a', scorer: 'bench', score: 0.9, metadata: { body_digest: 'another' } })
      const metadata = { body_digest: bodyDigest('Do it.') }
      await store.addPrompt({ ...PROMPT, id: 'b', scorer: 'bench', score: 0.4, scoreMeasured: true, metadata })
      await store.addPrompt({ ...PROMPT, id: 'c', scorer: 'bench', score: 0.3, scoreMeasured: true })
      await store.addPrompt({ ...PROMPT, id: 'd', scorer: 'bench', skillName: 'auto-y', score: 0.2 })
      await store.addPrompt({ ...PROMPT, id: 'e', skillName: 'auto-z' })
      const found = await store.bestScores('bench')
      expect([...found.keys()]).toEqual(['auto-x', 'auto-y'])
      expect([...(await store.bestScores('bench', ['auto-y', 'nobody'])).keys()]).toEqual(['auto-y'])
      for (const [name, score] of found) expect((await store.bestForSkill(name, 'bench', 1))[0]).toMatchObject(score)
    })
  })
}

type Needs = AsyncDisposable & PromptStore & SkillStore & SkillLookups
