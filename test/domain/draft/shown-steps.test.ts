import { describe, expect, it } from 'vitest'
import { composeDraft } from '../../../src/domain/draft/compose.ts'
import type { ToolCall } from '../../../src/domain/turn.ts'
import { aTurn, bash, edit } from './turns.ts'

const bodyOf = (...runs: readonly (readonly ToolCall[])[]): string =>
  composeDraft({ signature: 's', trajectories: runs.map((calls) => aTurn('log the finding', calls)) }).body

describe('the steps of a draft', () => {
  it('look at the state of the work once, however often the runs did', () => {
    const run = [
      bash('git status'),
      edit('a.ts'),
      bash('git status'),
      bash('make all'),
      bash('git status'),
      edit('b.ts'),
    ]
    expect(bodyOf(run, run, run).match(/git status/g)).toHaveLength(1)
  })

  it('name the number and the end of an address apart, and say which input may be missing', () => {
    const comments = (n: number, what: string, more = '') => [bash(`gh api repos/o/r/pulls/${n}/${what}${more}`)]
    const body = bodyOf(comments(170, 'comments'), comments(175, 'comments'), comments(181, 'reviews', ' --paginate'))
    expect(body).toContain('`gh api repos/o/r/pulls/<number>/<name> <options>`')
    expect(body).toContain('- `<options>`: `--paginate`, or none')
  })
})
