import { describe, expect, it } from 'vitest'
import { habitOf, NO_HABIT, traitsOf } from '../../../src/domain/draft/base-rates.ts'
import { checkEvidence } from '../../../src/domain/draft/evidence-gates.ts'
import { EVIDENCE_GATES } from '../../../src/domain/draft/gate-names.ts'
import { habitsOf, notes } from '../../../src/domain/draft/notes.ts'
import { askedFeatures, otherTasks } from '../../../src/domain/draft/other-tasks.ts'
import type { TurnTrajectory } from '../../../src/domain/turn.ts'
import { aTurn, bash, edit, read } from './turns.ts'

/** Turns of a project whose every turn runs the formatter and the tests. */
const everyday = Array.from({ length: 12 }, (_, i) =>
  aTurn(`change the ${['parser', 'printer', 'lexer', 'walker'][i % 4]} number ${i}`, [
    read(`/work/app/src/part${i}.ts`),
    edit(`/work/app/src/part${i}.ts`),
    bash('npm run format'),
    bash('npm test 2>&1 | tail -3'),
  ]),
)
const habit = habitOf(everyday.map((turn) => traitsOf(turn)))

const release = (n: number, more: Partial<TurnTrajectory> = {}) =>
  aTurn(
    `publish release candidate ${n}`,
    [bash('npm test'), bash(`npm version 1.0.0-rc.${n}`), bash('npm publish --tag next')],
    more,
  )

const gateOf = (turns: readonly TurnTrajectory[], of = habit) => checkEvidence(turns, of)?.gate

/** Those of the turns that are for other tasks than the evidence. */
const others = (turns: readonly TurnTrajectory[], evidence: readonly TurnTrajectory[]) =>
  otherTasks(
    turns.map((turn) => ({ turn, asked: askedFeatures(turn) })),
    evidence,
  ).map(({ turn }) => turn)

describe('checkEvidence', () => {
  it('lets a recurring piece of work pass', () => {
    expect(checkEvidence([release(1), release(2), release(3)], habit)).toBeUndefined()
  })

  it('does not take a task for a habit because it comes often', () => {
    const often = [...everyday, ...Array.from({ length: 30 }, (_, n) => release(n + 10))]
    const evidence = [release(1), release(2), release(3)]
    expect(gateOf(evidence, habitOf(often.map((turn) => traitsOf(turn))))).toBe('nothing_in_common')
    expect(others(often, evidence)).toEqual(everyday)
    expect(gateOf(evidence, habitOf(others(often, evidence).map((turn) => traitsOf(turn))))).toBeUndefined()
  })

  it('refuses runs that did nothing with a tool, and says nothing where the engine tells of no calls', () => {
    const idle = (calls?: TurnTrajectory['toolCalls']) => [1, 2, 3].map((n) => aTurn(`tell me of release ${n}`, calls))
    expect(gateOf(idle([]))).toBe('no_work')
    expect(gateOf(idle([{ name: 'TodoWrite', input: {}, ok: true }]))).toBe('no_work')
    expect(gateOf(idle(undefined))).toBeUndefined()
    expect(gateOf([release(1), release(2), ...idle([]).slice(0, 1)])).not.toBe('no_work')
  })

  it('counts a corrected or repeated request once, within one session only', () => {
    const at = (minute: number) => ({ sessionId: 's', timestamp: new Date(60_000 * minute) })
    const fix = (says: string, minute: number, sessionId = 's') =>
      aTurn(says, [edit('/work/app/src/login.ts')], { ...at(minute), sessionId })
    const again = [
      fix('fix the login form', 1),
      fix('fix the login form please', 2),
      fix('it is still broken, fix the login form', 3),
    ]
    expect(gateOf(again)).toBe('one_attempt')
    expect(gateOf([...again].reverse())).toBe('one_attempt')
    expect(gateOf([release(1, at(1)), release(2, at(2)), release(3, at(3))])).toBeUndefined()
    const apart = again.slice(0, 2).map((turn, i) => ({ ...turn, sessionId: `s${i}` }))
    expect(gateOf(apart, NO_HABIT)).toBeUndefined()
    const entries = ['login', 'cache', 'retry'].map((what, i) =>
      aTurn(`add a changelog entry for the ${what} change`, [edit('/work/app/CHANGELOG.md')], at(i)),
    )
    expect(gateOf(entries, NO_HABIT)).toBeUndefined()
  })

  it('refuses runs whose lesson is a broken machine, and keeps those that also did something', () => {
    const broken = (n: number, ...more: NonNullable<TurnTrajectory['toolCalls']>) =>
      aTurn(`run the report ${n}`, [
        bash('report make', { ok: false, error: 'bash: report: command not found', exitCode: 127 }),
        bash('npm install report'),
        bash('report make'),
        ...more,
      ])
    expect(gateOf([broken(1), broken(2), broken(3)])).toBe('environment')
    const worked = [1, 2, 3].map((n) => broken(n, bash('node tools/summary.mjs --week')))
    expect(gateOf(worked)).toBeUndefined()
  })

  it('refuses runs that share only what every turn of the project does, or requests that have nothing in common', () => {
    const usual = ['sort the imports', 'sort the exports', 'sort the keys'].map((says, i) =>
      aTurn(says, [edit(`/work/app/src/x${i}.ts`), bash('npm run format'), bash('npm test')]),
    )
    expect(gateOf(usual)).toBe('nothing_in_common')
    const apart = ['tidy cupboards', 'explain monads', 'publish release'].map((says, i) => ({
      ...release(i),
      userInput: says,
    }))
    expect(checkEvidence(apart, habit)?.reason).toMatch(/requests/)
    // Two that are alike still count, whatever number they name; the third is none of them.
    const odd = ['publish release 12', 'explain monads', 'publish the release 7'].map((says, i) => ({
      ...release(i),
      userInput: says,
    }))
    expect(checkEvidence(odd, habit)?.returned.map(({ userInput }) => userInput)).toEqual([
      'publish release 12',
      'publish the release 7',
    ])
  })

  it('abstains from the habit below ten other turns', () => {
    const usual = [1, 2, 3].map((i) => aTurn(`sort list ${i}`, [edit(`/work/app/x${i}.ts`), bash('npm test')]))
    const few = habitOf(everyday.slice(0, 9).map((turn) => traitsOf(turn)))
    expect(gateOf(usual, few)).toBeUndefined()
    expect(gateOf(usual)).toBe('nothing_in_common')
  })

  it('asks only the gates that are on, in the order of their names', () => {
    const idle = [1, 2, 3].map((n) => aTurn(`tell me ${n}`, []))
    expect(checkEvidence(idle, habit, (gate) => gate !== 'no_work')?.gate).toBe('nothing_in_common')
    expect(checkEvidence(idle, habit, () => false)).toBeUndefined()
    const asked: string[] = []
    checkEvidence([release(1)], habit, (gate) => asked.push(gate) > 99)
    expect(asked).toEqual(EVIDENCE_GATES)
  })
})

describe('notes', () => {
  it('lists what most turns that change files run, with the folder and how often', () => {
    expect(notes(habitsOf(habit), [])).toContain(
      '- Run `npm run format` (12 of 12 turns)\n- Run `npm test` (12 of 12 turns)',
    )
    const inFolder = habitOf(
      Array.from({ length: 6 }, (_, i) => traitsOf(aTurn('x', [edit(`a${i}.ts`), bash('cd web && npm run build')]))),
    )
    expect(notes(habitsOf(inFolder), [])).toContain('- Run `npm run build` in `web` (6 of 6 turns)')
  })

  it('knows no habit of few turns, nor of a command that is rare', () => {
    expect(notes(habitsOf(habitOf(everyday.slice(0, 4).map((turn) => traitsOf(turn)))), [])).toBeUndefined()
    const rare = habitOf([...everyday, aTurn('x', [edit('a.ts'), bash('make once')])].map((turn) => traitsOf(turn)))
    expect(habitsOf(rare).map(({ command }) => command)).toEqual(['npm run format', 'npm test'])
  })
})
