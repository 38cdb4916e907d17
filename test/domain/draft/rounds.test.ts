import { describe, expect, it } from 'vitest'
import { composeDraft } from '../../../src/domain/draft/compose.ts'
import { procedureOf } from '../../../src/domain/draft/procedure.ts'
import { stepText } from '../../../src/domain/draft/step-text.ts'
import { aTurn, bash, edit, read, write } from './turns.ts'

/** One file after the other, each read, changed and tested; so many of them. */
const fileByFile = (run: number, files: number) =>
  aTurn(`fix the failing tests in package ${run}`, [
    bash('git status'),
    ...Array.from({ length: files }, (_, i) => [
      read(`/work/app/src/part${run}${i}.go`),
      edit(`/work/app/src/part${run}${i}.go`),
      ...(i % 2 === 0 ? [read(`/work/app/src/other${run}${i}.go`)] : []),
      bash(`go test ./pkg${run} -run Test${run}${i}`),
    ]).flat(),
    edit('/work/app/CHANGELOG.md'),
    bash('mise run fmt'),
  ])

const stepsOf = (turns: Parameters<typeof procedureOf>[0]) => procedureOf(turns).steps.map((step) => stepText(step))

describe('work on one file after the other', () => {
  it('is one round, however many files each run had', () => {
    expect(stepsOf([fileByFile(1, 2), fileByFile(2, 4), fileByFile(3, 7)])).toEqual([
      'Run `git status`',
      'Run `go test ./<path> -run <run>` for each `<run>`',
      'Edit `CHANGELOG.md`',
      'Run `mise run fmt`',
    ])
  })

  it('keeps what comes before the changes, and changes to files of another kind, apart', () => {
    const turn = (run: number) =>
      aTurn(`fix the failing tests in package ${run}`, [
        bash(`go test ./pkg${run}`),
        read(`/work/app/src/part${run}.go`),
        edit(`/work/app/src/part${run}.go`),
        bash(`go test ./pkg${run}`),
        edit(`/work/app/docs/part${run}.md`),
      ])
    const steps = stepsOf([turn(1), turn(2), turn(3)])
    expect(steps.filter((text) => text.startsWith('Run `go test'))).toHaveLength(2)
    expect(steps.filter((text) => text.startsWith('Edit'))).toHaveLength(2)
  })

  it('names the folder of new files, however many each run wrote', () => {
    const turn = (run: number, files: number) =>
      aTurn(`add todo ${run}`, [
        ...Array.from({ length: files }, (_, i) => write(`/work/app/.planning/todos/pending/item-${run}${i}.md`)),
        write(`/work/app/note${run}.txt`),
        bash(`git commit -m "todo ${run}"`),
      ])
    expect(stepsOf([turn(1, 1), turn(2, 3), turn(3, 2)])).toContain('Write each `.planning/todos/pending/<name>.md`')
  })

  it('is told once where a command goes on with other values', () => {
    const turn = (name: string) =>
      aTurn(`spawn ${name}`, [
        bash(`workmux add ${name}`),
        bash(`workmux capture ${name} -n 80`),
        bash(`workmux wait ${name}`),
        bash(`workmux capture ${name}-review -n 80`),
        bash(`workmux remove ${name}`),
      ])
    const steps = stepsOf([turn('core'), turn('cli'), turn('docs')])
    expect(steps.filter((text) => text.includes('workmux capture'))).toHaveLength(1)
  })

  it('holds no look of which the runs share the program only', () => {
    const turn = (options: string, name: string) =>
      aTurn(`release ${name}`, [bash(`git diff ${options}`), bash(`mise run release ${name}`)])
    expect(stepsOf([turn('--stat', 'a'), turn('--check', 'b'), turn('HEAD~1', 'c')])).toEqual([
      'Run `mise run release <value>`',
    ])
  })

  it('does not depend on the order of the runs', () => {
    const turns = [fileByFile(1, 5), fileByFile(2, 1), fileByFile(3, 3)]
    const draft = (trajectories: typeof turns) => composeDraft({ signature: 'failing-fix-tests', trajectories }).skillMd
    expect(draft([...turns].reverse())).toBe(draft(turns))
  })
})
