import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { habitOf, traitsOf } from '../../../src/domain/draft/base-rates.ts'
import { sameTask, type TaskEvidence } from '../../../src/domain/draft/same-task.ts'
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
