import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { composeDraft } from '../../../src/domain/draft/compose.ts'
import type { ToolCall } from '../../../src/domain/turn.ts'
import { times } from '../../long.ts'
import { falseClaims } from './recount.ts'
import { aTurn, bash, edit, read } from './turns.ts'

/** Calls of the simplest kind, so that they can be counted by their text. */
const call: fc.Arbitrary<ToolCall> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc
      .tuple(
        fc.constantFrom(
          'npm test',
          'npm test 2>&1',
          'npm test 2>&1 | tail -5',
          'timeout 60 npm test',
          'make lint',
          'git add -A',
          'node build.js',
          'python gen.py',
          'python3 gen.py',
          'git checkout main',
          'git checkout dev',
        ),
        fc.constantFrom(true, true, true, false),
      )
      .map(([command, ok]) => bash(command, { ok })),
  },
  {
    weight: 2,
    arbitrary: fc
      .constantFrom('/work/app/a.ts', '/work/app/src/b.ts', '/work/app/src/c.ts', '/work/app/d.md')
      .map(read),
  },
  {
    weight: 2,
    arbitrary: fc
      .constantFrom('/work/app/a.ts', '/work/app/src/b.ts', '/work/app/src/c.ts', '/work/app/d.md')
      .map(edit),
  },
)

/** Runs of one task: the same calls, with some left out, put in, swapped, repeated, failed and then made again. */
const change = fc.record({
  run: fc.nat({ max: 4 }),
  at: fc.nat(),
  how: fc.constantFrom('out', 'in', 'swap', 'again', 'loop', 'fail'),
  other: call,
})
const task = fc.record({
  base: fc.array(call, { minLength: 1, maxLength: 7 }),
  changes: fc.array(change, { maxLength: 10 }),
  runs: fc.integer({ min: 2, max: 5 }),
})

function runsOf({
  base,
  changes,
  runs,
}: typeof task extends fc.Arbitrary<infer T> ? T : never): readonly (readonly ToolCall[])[] {
  return Array.from({ length: runs }, (_, run) => {
    const calls = [...base]
    for (const { at: place, how, other, run: of } of changes) {
      if (of % runs !== run) continue
      const at = place % Math.max(1, calls.length)
      const [it, next] = [calls[at], calls[at + 1]]
      if (how === 'in' || it === undefined) calls.splice(at, 0, other)
      else if (how === 'out') calls.splice(at, 1)
      else if (how === 'swap' && next !== undefined) calls.splice(at, 2, next, it)
      else if (how === 'again') calls.splice(at, 0, it)
      else if (how === 'loop' && next !== undefined) calls.splice(at, 0, it, next, it, next)
      else if (how === 'fail') calls.splice(at, 0, { ...it, ok: false })
    }
    return calls
  })
}

describe('the counts of a draft', () => {
  it('are those of its runs, and its steps stand in the order of one of them', () => {
    fc.assert(
      fc.property(task, (given) => {
        const turns = runsOf(given).map((calls, n) => aTurn(`do it ${n}`, calls))
        const { body } = composeDraft({ signature: 's', trajectories: turns })
        expect(
          falseClaims(body, turns),
          `${body}\n${turns.map(({ toolCalls }) => JSON.stringify(toolCalls?.map(({ input, ok }) => [...Object.values(input as object).slice(0, 1), ok]))).join('\n')}`,
        ).toEqual([])
      }),
      { numRuns: times(100, 20_000) },
    )
  })

  it.each<[string, readonly (readonly string[])[], readonly string[]]>([
    [
      'a run that did it at another place counts',
      [['a', 'b'], ['b', 'a'], ['b']],
      ['Run `make a` [2/3]', 'Run `make b`'],
    ],
    [
      'a run that did it once counts once',
      [['a', 'b', 'a'], ['a'], ['b', 'a']],
      ['Run `make b` [2/3]', 'Run `make a`'],
    ],
    [
      'what no one run did is no sequence',
      [
        ['a', 'b'],
        ['b', 'c'],
        ['c', 'a'],
      ],
      ['Run `make a` [2/3]', 'Run `make b` [2/3]'],
    ],
  ])('%s', (_rule, commands, steps) => {
    const turns = commands.map((run, n) =>
      aTurn(
        `do it ${n}`,
        run.map((target) => bash(`make ${target}`)),
      ),
    )
    const { body } = composeDraft({ signature: 's', trajectories: turns })
    expect([...body.matchAll(/^\d+\. (.*)$/gm)].map(([, step]) => step)).toEqual(steps)
    expect(falseClaims(body, turns)).toEqual([])
  })

  it('tell of no failed command that cannot be shown as it was', () => {
    const turns = ['x', 'y', 'z'].map((says) =>
      aTurn(says, [bash('cp "$(npm ls --format \'{{root}}\')/a.json" .', { ok: false }), bash('cp src/a.json .')]),
    )
    expect(composeDraft({ signature: 's', trajectories: turns }).body).not.toContain('npm ls')
  })

  it('takes what each run did once, at places of their own, for a step of all of them', () => {
    const call = (name: string, id: string): ToolCall => ({ name, input: { id }, ok: true })
    const turns = [
      [call('get_user', 'u1'), call('get_order', 'o1'), call('cancel_order', 'o1')],
      [call('get_order', 'o2'), call('cancel_order', 'o2'), call('get_user', 'u2')],
      [call('get_order', 'o1'), call('get_user', 'u3'), call('cancel_order', 'o1')],
    ].map((calls, n) => aTurn(`cancel order ${n}`, calls))
    const { body } = composeDraft({ signature: 's', trajectories: turns })
    // Two of three cancelled the same order: what acts outside is shown as what all did, not left out for the third.
    expect(body).toContain('Call `cancel_order(id=<id-2>)` (acts outside the project)\n')
    expect(body).toContain('Call `get_user(<id>)`\n')
  })
})
