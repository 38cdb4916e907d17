import fc from 'fast-check'
import { expect, it } from 'vitest'
import { canBeSameTask, sameTask } from '../../src/domain/draft/same-task.ts'
import { stepSetOf } from '../../src/domain/draft/step-set.ts'
import type { TurnTrajectory } from '../../src/domain/turn.ts'
import { projectBaseRates } from '../../src/service/drafts/project-base-rates.ts'
import { createTwins, type Twinned } from '../../src/service/drafts/twins.ts'
import { AT, TURN, VERSION } from '../store/conformance/records.ts'
import { memoryStore } from '../store/sqlite/memory-store.ts'

const COMMANDS = [
  'make world',
  'bin/stamp --all',
  'rsync -a dist web',
  'psql -f grants.sql',
  'npm test',
  'ls',
  'bin/a 1',
]
const REQUESTS = ['deploy the website', 'ship the website', 'migrate the database', 'disable the dark theme']
/** Sets of commands that overlap, so that some pairs are the same task and some are not. */
const commands = fc.uniqueArray(fc.constantFrom(...COMMANDS), { minLength: 1, maxLength: 5 })
const drawn = fc.record({ request: fc.constantFrom(...REQUESTS), commands, body: commands, odd: commands })
const world = fc.record({
  skills: fc.array(drawn, { minLength: 2, maxLength: 6 }),
  // A project of few turns has no habit; one of more has steps that are rare in it, or were for some time.
  others: fc
    .array(fc.tuple(commands, fc.integer({ min: 1, max: 60 })), { maxLength: 4 })
    .map((times) => times.flatMap(([steps, count]) => Array.from({ length: count }, () => steps))),
  projects: fc.constantFrom(1, 2),
})

const CODE = /`([^`\n]+)`/g

it('finds the pairs that a comparison with the whole habit of each finds, without reading it for most', async () => {
  const told = { pairs: 0, none: 0, plain: 0, fast: 0 }
  await fc.assert(
    fc.asyncProperty(world, async ({ skills: given, others, projects }) => {
      await using store = memoryStore()
      const turn = (n: number, userInput: string, steps: readonly string[]): TurnTrajectory => ({
        ...TURN,
        userInput,
        promptId: `p${n}`,
        projectDir: `/p${n % projects}`,
        timestamp: new Date(AT + n),
        toolCalls: steps.map((command) => ({ name: 'Bash', input: { command }, ok: true })),
      })
      const all = [
        ...others.map((steps, n) => turn(n, `number ${n} of ${'abcdefgh'.charAt(n % 8).repeat(5)}`, steps)),
        ...given.flatMap(({ request, commands: steps, odd }, at) =>
          [0, 1, 2].map((k) => turn(others.length + 3 * at + k, request, k === 2 ? odd : steps)),
        ),
      ]
      const idOf = (n: number) => `turn-${1000 + n}`
      await store.keepTurns(all.map((trajectory, n) => ({ id: idOf(n), signature: 's', trajectory })))
      const skills = given.map(
        ({ request, body }, at): Twinned => ({
          id: `id-${at}`,
          name: `auto-${at}`,
          origin: 'auto',
          status: 'staged',
          triggers: [request],
          body: `# x\n\n${body.map((code) => `Run \`${code}\`.`).join('\n')}\n\`\`\`\n\`cut\noff\` \`\` \`x`,
        }),
      )
      const idsOf = (at: number) => [0, 1, 2].map((k) => idOf(others.length + 3 * at + k))
      let read = 0
      const counted = {
        ...store,
        versions: async (id: string) => [{ ...VERSION, skillId: id, evidence: idsOf(Number(id.slice(3))) }],
        async turns(ids: readonly string[]) {
          read += ids.length
          return await store.turns(ids)
        },
      }
      const fast = await createTwins({ store: counted, habits: projectBaseRates(counted) }).pairs(skills)
      told.fast += read

      const plain: string[] = []
      for (const [a, skill] of skills.entries())
        for (const [b, other] of skills.entries()) {
          const codes = new Set([...other.body.matchAll(CODE)].map(([, code]) => code))
          if (b <= a || ![...skill.body.matchAll(CODE)].some(([, code]) => codes.has(code))) continue
          const [x, y] = [await store.turns(idsOf(a)), await store.turns(idsOf(b))]
          const [one, two] = [
            { ...skill, steps: stepSetOf(x) },
            { ...other, steps: stepSetOf(y) },
          ]
          if (!canBeSameTask(one, two)) continue
          const until = Math.max(...[...x, ...y].map(({ timestamp }) => timestamp.getTime()))
          const ids = [...idsOf(a), ...idsOf(b)]
          const habit = await projectBaseRates(counted).of({ tasks: [y, x], ids, until })
          const same = sameTask(one, two, habit)
          told[same === undefined ? 'none' : 'pairs']++
          if (same === undefined) continue
          const rare = `${same.telling} of them ${same.telling === 1 ? 'is' : 'are'} rare in other tasks`
          plain.push(
            `${skill.name} ${other.name}: their steps are ${Math.round(same.likeness * 100)} % alike, and ${rare}`,
          )
        }
      told.plain += read
      expect(fast.map(({ skill, other, reason }) => `${skill.name} ${other.name}: ${reason}`).sort()).toEqual(
        plain.sort(),
      )
    }),
    { numRuns: 60, seed: 7 },
  )
  // The data hold pairs of both kinds, and the shorter way was taken.
  expect(Math.min(told.pairs, told.none)).toBeGreaterThan(10)
  expect(told.fast).toBeLessThan(told.plain / 2)
})
