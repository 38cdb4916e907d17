import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { bodyDigest } from '../../../src/domain/measurement.ts'
import type { Store } from '../../../src/store/store.ts'
import { AT, CREATE, LINE, PROMPT, RULE, SKILL, TURN, VERSION } from './records.ts'

/** What a store gives for many at once is what it gives for each. */
export function allAtOnceConformance(current: () => Store): void {
  let store: Store
  beforeEach(() => {
    store = current()
  })

  describe('for many at once', () => {
    it('gives the turns of many projects and times as for each of them', async () => {
      const projects = ['/p', '/q', '/r']
      // Ids ascend with time; several turns have one time.
      for (let n = 0; n < 40; n++) {
        const trajectory = { ...TURN, projectDir: projects[n % 5]!, timestamp: new Date(AT + (n >> 1)) }
        await store.recordTurn({ id: `turn-${10 + n}`, signature: '', trajectory }, RULE)
      }
      const asked = fc.record({
        projectDir: fc.constantFrom(...projects, '/nowhere'),
        until: fc.integer({ min: AT - 1, max: AT + 21 }),
        except: fc.array(fc.integer({ min: 10, max: 49 }).map((n) => `turn-${n}`)),
      })
      await fc.assert(
        fc.asyncProperty(fc.array(asked), fc.integer({ min: 1, max: 9 }), async (times, limit) => {
          const each = times.map(
            async ({ projectDir, until, except }) => await store.projectTurns(projectDir, limit, except, until),
          )
          expect(await store.turnsBefore(times, limit)).toEqual(await Promise.all(each))
        }),
      )
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
      for (const [name, score] of found) expect((await store.bestForSkill(name, 'bench', 1))[0]).toMatchObject(score)
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

    it('names the skills with a ledger line of some moves', async () => {
      await store.apply(CREATE)
      expect(await store.skillsWith(['draft', 'split'])).toEqual(new Set(['skill-1']))
      expect(await store.skillsWith(['promote'])).toEqual(new Set())
    })
  })
}
