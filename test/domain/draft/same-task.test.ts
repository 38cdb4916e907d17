import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { growingHabit, habitOf, traitsOf } from '../../../src/domain/draft/base-rates.ts'
import { canBeSameTask, canStillBeSameTask, sameTask, type TaskEvidence } from '../../../src/domain/draft/same-task.ts'
import { stepSetOf } from '../../../src/domain/draft/step-set.ts'
import { aTurn, bash } from './turns.ts'

const runs = (request: string, commands: readonly string[]) =>
  [1, 2, 3].map(() =>
    aTurn(
      request,
      commands.map((command) => bash(command)),
    ),
  )
const task = (request: string, commands: readonly string[]): TaskEvidence => ({
  name: 'auto-x',
  triggers: [request],
  steps: stepSetOf(runs(request, commands)),
})
const habit = (commands: readonly string[], turns = 30) =>
  habitOf(
    Array.from({ length: turns }, (_, n) =>
      traitsOf(
        aTurn(
          `task ${n}`,
          commands.map((c) => bash(c)),
        ),
      ),
    ),
  )

const HOUSE = ['mise run fmt', 'mise run lint', 'npm test']
const DEPLOY = ['npm run build', 'rsync -a dist/ web@shop:/srv/www', 'ssh web@shop systemctl reload nginx']

describe('one task', () => {
  it('is seen in the same steps under synonyms, whether or not the habit of the project is known', () => {
    const [one, other] = [task('deploy the website', DEPLOY), task('ship our page to the server', DEPLOY)]
    expect(sameTask(one, other)).toMatchObject({ likeness: 1 })
    expect(sameTask(one, other, habit(['npm run build']))).toMatchObject({ likeness: 1, telling: 2 })
  })

  it.each([
    ['by their kind', HOUSE, undefined],
    ['by the habit of the project', ['make world', 'bin/stamp --all'], habit(['make world', 'bin/stamp --all'])],
  ])('is not seen in steps that every task has, known %s', (_, commands, known) => {
    const [one, other] = [
      task('add unit tests for the parser module', commands),
      task('add unit tests for the lexer module', commands),
    ]
    expect(sameTask(one, other, known)).toBeUndefined()
  })

  it('is not seen where a step of its own stands among what every task has', () => {
    const [one, other] = [
      task('publish the docs', [...HOUSE, 'mkdocs gh-deploy', 'curl -X POST https://search.example/reindex']),
      task('migrate the database', [...HOUSE, 'alembic upgrade head', 'psql -f grants.sql']),
    ]
    expect(sameTask(one, other, habit(HOUSE))).toBeUndefined()
  })

  it('is not seen in the opposite, whatever the steps', () =>
    expect(sameTask(task('enable the dark theme', DEPLOY), task('disable the dark theme', DEPLOY))).toBeUndefined())

  it('is seen both ways or not at all', () => {
    const commands = fc.uniqueArray(fc.constantFrom(...HOUSE, ...DEPLOY, 'make world', 'alembic upgrade head'))
    const request = fc.constantFrom('deploy the website', 'ship the website', 'migrate the database')
    fc.assert(
      fc.property(request, commands, request, commands, fc.constantFrom(0, 30), (a, x, b, y, turns) => {
        const [one, other, known] = [task(a, x), task(b, y), habit(HOUSE, turns)]
        expect(sameTask(one, other, known)).toEqual(sameTask(other, one, known))
      }),
    )
  })
})

describe('a habit that is read in part', () => {
  const KEYS = ['RUN a', 'RUN b', 'RUN c', 'RUN d', 'RUN e']
  const steps = fc
    .uniqueArray(fc.constantFrom(...KEYS), { minLength: 1 })
    .chain((keys) => fc.tuple(fc.constant(keys), fc.array(fc.constantFrom(0.125, 0.25, 0.5, 1), { minLength: 5 })))
    .map(([keys, tells]) => new Map(keys.map((key, at) => [key, tells[at]!])))
  // A person does one thing for some time and then another: what is frequent at first may be rare in the whole.
  const turns = fc
    .array(fc.tuple(fc.uniqueArray(fc.constantFrom(...KEYS)), fc.integer({ min: 1, max: 60 })), {
      minLength: 2,
      maxLength: 6,
    })
    .map((times) => times.flatMap(([keys, count]) => Array.from({ length: count }, () => keys)))
  const request = fc.constantFrom('deploy the website', 'ship the website', 'migrate the database')

  it('rules out only what the whole habit rules out', () => {
    const seen = { out: 0, same: 0 }
    fc.assert(
      fc.property(request, steps, request, steps, turns, fc.nat(8), (a, x, b, y, others, gone) => {
        const [one, other] = [
          { name: 'auto-x', triggers: [a], steps: x },
          { name: 'auto-y', triggers: [b], steps: y },
        ]
        if (!canBeSameTask(one, other) || others.length <= gone) return
        const { habit: known, add } = growingHabit()
        // Some of the turns to come turn out to be no others.
        const listed = others.length
        const isRuledOut = others.slice(gone).map((of, at) => {
          add({ steps: new Set(of), words: [], changes: false })
          return !canStillBeSameTask(one, other, { habit: known, left: listed - at - 1 })
        })
        const same = sameTask(one, other, known)
        seen.same += Number(same !== undefined)
        seen.out += Number(isRuledOut.slice(0, -9).includes(true))
        if (same !== undefined) expect(isRuledOut).not.toContain(true)
      }),
      { numRuns: 3000, seed: 3 },
    )
    expect(Math.min(seen.out, seen.same)).toBeGreaterThan(50)
  })
})

describe('what most runs did', () => {
  it('is the very action where that is shared, else its program', () => {
    const set = stepSetOf([
      aTurn('a', [bash('npm test'), bash('kubectl apply -f one.yaml')]),
      aTurn('b', [bash('npm test'), bash('kubectl apply -f two.yaml')]),
      aTurn('c', [bash('npm test'), bash('ls')]),
    ])
    expect([...set.keys()].map((key) => key.replace(/ \{.*/, ' …')).sort()).toEqual([
      'RUN kubectl apply',
      'RUN npm test …',
    ])
  })
})
