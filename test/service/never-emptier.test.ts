import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { saidSteps } from '../../src/domain/draft/said-steps.ts'
import { Home, REVIEW, REVIEW_SKILL, turn } from './home.ts'

const bash = (command: string) => ({ name: 'Bash', input: { command }, ok: true })
const run = fc.uniqueArray(
  fc.constantFrom('git diff main', 'npm test', 'npm run lint', 'make dist', 'node a.js', 'node b.js', 'gh pr list'),
  { minLength: 1, maxLength: 6 },
)

it('leaves no draft with fewer steps, whatever further runs did', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(run, { minLength: 9, maxLength: 9 }), async (runs) => {
      const home = new Home()
      const loop = await home.open()
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

it('says why a version that would say less waits beside the draft', async () => {
  const loop = await new Home().open()
  const streak = async (commands: (n: number) => readonly string[]) => {
    let last = null
    for (let n = 0; n < 3; n++)
      last = await loop.endOfRun(turn(REVIEW, { toolCalls: commands(n).map(bash), sessionId: commands(n).join() + n }))
    return last?.draft
  }
  await streak(() => ['git diff main', 'npm run lint', 'npm run types', 'npm test'])
  expect(await streak((n) => ['git diff main', `node tools/${'abc'[n]}.js --all`, 'npm test'])).toMatchObject({
    status: 'proposed',
    reason: 'these runs and those before share 2 of the 4 steps that the draft has; it stays as it is',
  })
})
