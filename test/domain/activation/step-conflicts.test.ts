import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { stepConflicts } from '../../../src/domain/activation/step-conflicts.ts'

const between = (here: string, there: string) =>
  stepConflicts(here, [{ skill: 'other', text: there }]).map((one) => [one.step, one.here, one.there])

describe('steps that two skills do with different commands', () => {
  it.each([
    [
      '1. Run the unit tests: `npm test`',
      '3. Run the unit tests with `pytest -q` (2 of 3 runs)',
      ['unit tests', 'npm test', 'pytest -q'],
    ],
    ['3. Tests: run `npm test`', '- Test with `make check`', ['test', 'npm test', 'make check']],
    ['1. Run `npm run lint`', '1. Run `pnpm lint`', ['script lint', 'npm run lint', 'pnpm lint']],
    [
      '- Run `git push origin <branch>`',
      '- Run `git push --force origin <name>`',
      ['git push', 'git push origin <branch>', 'git push --force origin <name>'],
    ],
  ])('are told of %j and %j', (here, there, expected) => expect(between(here, there)).toEqual([expected]))

  it.each([
    ['1. Run `npm test`', '1. Run `npm test`'],
    ['1. Run `git commit -m <message>`', '1. Run `git commit -m <text>`'],
    ['1. Run `npm test`', '1. Run `npm run lint`'],
    ['1. Run `git diff main`', '1. Run `git diff develop`'],
    ['Run the unit tests: `npm test`', 'Run the unit tests: `pytest`'],
    ['1. Read `a`', '1. Read `b`'],
    ['1. Example: `a`', '1. Example: `b`'],
    ['1. Read the notes', '1. Read the notes'],
  ])('are not found in %j and %j', (here, there) => expect(between(here, there)).toEqual([]))

  it('name each skill that differs, and ten at most', () => {
    const others = ['one', 'two'].map((skill) => ({ skill, text: '1. Run `yarn lint`' }))
    expect(stepConflicts('1. Run `npm run lint`', others).map(({ skill }) => skill)).toEqual(['one', 'two'])
    const many = (runner: string) => Array.from({ length: 30 }, (_, i) => `1. Run \`${runner} s${i}\``).join('\n')
    expect(between(many('npm run'), many('pnpm run'))).toHaveLength(10)
  })

  it('are the same from both sides, and none of a text with itself', () => {
    const line = fc.constantFrom(
      '1. Run `npm test`',
      '- Run `pnpm test`',
      '2. Check the build: `make`',
      '3. Check the build: `ninja`',
      'x',
    )
    const text = fc.array(line, { maxLength: 6 }).map((lines) => lines.join('\n'))
    fc.assert(
      fc.property(text, text, (one, other) => {
        expect(between(one, one)).toEqual([])
        const back = between(other, one).map(([step, here, there]) => [step, there, here])
        expect(new Set(between(one, other).map(String))).toEqual(new Set(back.map(String)))
      }),
      { seed: 11 },
    )
  })
})
