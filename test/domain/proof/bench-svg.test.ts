import { describe, expect, it } from 'vitest'
import { armLine, type BenchReport } from '../../../src/domain/proof/bench-report.ts'
import { benchSvg } from '../../../src/domain/proof/bench-svg.ts'
import type { TaskSamples } from '../../../src/domain/proof/sample.ts'
import { smallestEffect } from '../../../src/domain/proof/smallest-effect.ts'
import { judge } from '../../../src/domain/proof/worth.ts'
import { elementsOf } from './svg-elements.ts'

const samplesOf = (score: number, count: number, name = 'f'): readonly TaskSamples[] =>
  Array.from({ length: count }, (_, i) => ({
    ...{ task: `t${i}`, family: `${name}${i}` },
    samples: [{ score, timedOut: false, activated: true, toolCalls: 2, tokens: { input: 5, output: 1 }, ms: 10 }],
  }))

function report(count: number, name?: string): BenchReport {
  const [none, skill] = [samplesOf(0, count, name), samplesOf(1, count, name)]
  return {
    ...{ skill: 'a <b> & "c"', version: '0.1.0', isCurrent: true, scorer: 'agent', tasks: count, against: 'none' },
    ...{
      detectable: smallestEffect(count, 1),
      judged: judge(none, skill),
      tries: 2 * count,
      known: 0,
      left: 0,
      recorded: true,
    },
    lines: [armLine('none', none), armLine('rewrite', [], 'no model is asked'), armLine('skill', skill)],
  }
}

describe('a comparison as a picture', () => {
  it('is well-formed, with a bar for each arm and a dot for each family', () => {
    const elements = elementsOf(benchSvg(report(8)))
    const count = (name: string) => elements.filter((one) => one === name).length
    // One rectangle is the ground; the arm that was not tried has none.
    expect([count('svg'), count('rect'), count('circle')]).toEqual([1, 3, 8])
  })

  it('shows the first and the last of many families, and no name of theirs as markup', () => {
    const svg = benchSvg(report(100, '<script>alert(1)</script>\u0007'), 10)
    expect(elementsOf(svg).filter((one) => one === 'circle')).toHaveLength(10)
    expect(svg).not.toMatch(/<script|\u0007/)
    expect(svg).toContain('&lt;script&gt;')
    expect(svg).toContain('a &lt;b&gt; &amp; &quot;c&quot; 0.1.0')
  })
})
