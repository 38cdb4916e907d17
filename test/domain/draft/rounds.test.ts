import { describe, expect, it } from 'vitest'
import { composeDraft } from '../../../src/domain/draft/compose.ts'
import { procedureOf } from '../../../src/domain/draft/procedure.ts'
import { stepText } from '../../../src/domain/draft/step-text.ts'
import { aTurn, bash, edit, read } from './turns.ts'

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

  it('does not depend on the order of the runs', () => {
    const turns = [fileByFile(1, 5), fileByFile(2, 1), fileByFile(3, 3)]
    const draft = (trajectories: typeof turns) => composeDraft({ signature: 'failing-fix-tests', trajectories }).skillMd
    expect(draft([...turns].reverse())).toBe(draft(turns))
  })
})
