import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { saidSteps } from '../../src/domain/draft/said-steps.ts'
import { opened, REVIEW, REVIEW_SKILL, turn } from './home.ts'

const LESS = 'these runs and those before share 2 of the 4 steps that the draft has; it stays as it is'
const bash = (command: string) => ({ name: 'Bash', input: { command }, ok: true })
const run = fc.uniqueArray(
  fc.constantFrom('git diff main', 'npm test', 'npm run lint', 'make dist', 'node a.js', 'node b.js', 'gh pr list'),
  { minLength: 1, maxLength: 6 },
)

it('leaves no draft with fewer steps, whatever further runs did', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(run, { minLength: 9, maxLength: 9 }), async (runs) => {
      const { home, loop } = await opened()
      let most = 0
      for (const [n, commands] of runs.entries()) {
        await loop.endOfRun(turn(REVIEW, { toolCalls: commands.map(bash), sessionId: `s${n}` }))
        const [skill] = await loop.review.skills()
        if (skill === undefined) continue
        const said = saidSteps(readFileSync(join(home.skills, REVIEW_SKILL, 'SKILL.md'), 'utf8'))
        expect(said).toBeGreaterThanOrEqual(most)
        most = said
      }
      await loop[Symbol.asyncDispose]()
    }),
    { numRuns: 12 },
  )
})

it('writes no version that would say less: it says why, and its turns are evidence of the next one', async () => {
  const { home, loop } = await opened()
  const streak = async (commands: (n: number) => readonly string[]) => {
    let last = null
    for (let n = 0; n < 3; n++)
      last = await loop.endOfRun(turn(REVIEW, { toolCalls: commands(n).map(bash), sessionId: commands(n).join() + n }))
    return last?.draft
  }
  await streak(() => ['git diff main', 'npm run lint', 'npm run types', 'npm test'])
  expect(await streak((n) => ['git diff main', `node tools/${'abc'[n]}.js --all`, 'npm test'])).toMatchObject({
    status: 'refused',
    reason: LESS,
  })
  expect(await loop.review.versions(REVIEW_SKILL)).toMatchObject([
    { version: '0.1.0', state: 'accepted', head: true, evidence: { length: 3 } },
    { version: '0.1.1', state: 'counted', head: false, evidence: { length: 6 }, reason: LESS },
  ])
  expect(await loop.review.filesOf(REVIEW_SKILL, '0.1.1')).toEqual(new Map())
  expect((await loop.review.history(REVIEW_SKILL)).at(-1)).toMatchObject({ move: 'evidence', reason: LESS })
  expect((await loop.review.audit()).findings.map(({ kind }) => kind)).not.toContain('proposed')
  await streak(() => ['git diff main', 'npm run lint', 'npm run types', 'npm test'])
  expect((await loop.review.versions(REVIEW_SKILL)).at(-1)).toMatchObject({ head: true, evidence: { length: 9 } })
  expect(await loop.review.skill(REVIEW_SKILL)).toMatchObject({ evidenceCount: 9 })
  const db = new Sqlite(home.database, { readonly: true })
  expect(db.prepare('SELECT count(*) FROM triggers').pluck().get()).toBe(0)
  db.close()
})
