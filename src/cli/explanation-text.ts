import type { Decision } from '../domain/decision.ts'
import { ELSEWHERE, type ExplainedCandidate, type Explanation } from '../domain/routing/explanation.ts'
import { wrapped } from './columns.ts'
import type { Report } from './report.ts'

/** Why nothing was offered, of a decision that was explained; undefined where the reason alone says all. */
export function whyNothing({ reason, explanation }: Pick<Decision, 'reason' | 'explanation'>): string | undefined {
  const { candidates = [], threshold = 0 } = explanation ?? {}
  const [nearest] = candidates.toSorted((a, b) => b.relevance - a.relevance)
  if (nearest === undefined) return undefined
  const { skill, relevance, why } = nearest
  if (reason === 'held_out') return `${skill} ${why}`
  if (reason === 'no_skill') return `nearest is ${skill}: ${why}`
  if (reason !== 'below_threshold') return undefined
  return why === ELSEWHERE && relevance >= threshold
    ? `${skill} ${why}`
    : `none fits: nearest is ${skill} with ${relevance.toFixed(2)}, needed ${threshold.toFixed(2)}`
}

/** Writes how a decision was made: the candidates with their figures, then the terms and the reason of each. */
export function tellExplanation({ threshold, none, holdout, candidates }: Explanation, report: Report): void {
  report.line()
  report.line(
    `Weighed are skills with a relevance of ${threshold.toFixed(2)} or more; ${percent(holdout)} of the offers are held out.`,
  )
  if (candidates.length === 0) return
  report.line()
  report.table([
    ['candidate', 'relevance', 'fits', 'success rate', 'worth here', 'draw', 'propensity'],
    ...candidates.map((one) => [
      one.skill,
      shown(one.relevance),
      shown(one.fit),
      shown(one.mean),
      shown(one.value),
      shown(one.draw),
      shown(one.propensity),
    ]),
    ...(none === undefined
      ? []
      : [['(no skill)', '-', '-', '-', shown(none.mean), shown(none.draw), shown(none.propensity)]]),
  ])
  for (const one of candidates) {
    report.line()
    report.line(wrapped(`${one.skill}: ${one.why}`, report.width).join('\n'))
    report.line(
      wrapped(matchedText(one), report.width - 2)
        .join('\n')
        .replace(/^/gm, '  '),
    )
  }
}

const matchedText = ({ words }: ExplainedCandidate): string =>
  words.length === 0
    ? 'no word of the request; found by parts of words'
    : words
        .toSorted((a, b) => b.share - a.share)
        .map(({ word, fields, share }) => `${word} (${fields.join(', ')}; ${percent(share)})`)
        .join(', ')

const shown = (value: number | undefined): string => value?.toFixed(3) ?? '-'

const percent = (share: number): string => `${Math.round(share * 100)} %`
