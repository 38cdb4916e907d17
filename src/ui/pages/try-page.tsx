import type { Decision } from '../../domain/decision.ts'
import { credible, type ExplainedCandidate } from '../../domain/routing/explanation.ts'
import { whyNone } from '../../domain/routing/why-none.ts'
import { Layout } from '../view/layout.tsx'
import { Ask, Link } from '../view/page-context.tsx'
import { Table } from '../view/table.tsx'
import { visibleText } from '../view/visible-text.ts'

/** Letters of a request that can be tried. */
const MAX_REQUEST = 5_000

export interface TryPageProps {
  readonly text: string
  /** What the router would do; absent where nothing was asked. */
  readonly decision?: Decision
  /** The least relevance by hand, 0 to 1, in place of the router's. */
  readonly threshold?: number
}

/** What the router would offer for a request, and why. Nothing is logged. */
export function TryPage({ text, decision, threshold }: TryPageProps) {
  const explanation = decision?.explanation
  const needed = threshold ?? explanation?.threshold ?? 0
  return (
    <Layout title="Try it" here="/try">
      <h1>Try it</h1>
      <p>What an agent would be offered for a request, and why. Nothing is recorded.</p>
      <Ask to="/try">
        <label>
          Request <textarea name="q" rows={3} maxlength={MAX_REQUEST}>{`\n${text}`}</textarea>
        </label>
        <label>
          Least relevance{' '}
          <input
            name="threshold"
            type="number"
            min="0"
            max="1"
            step="0.01"
            placeholder="as set"
            value={threshold === undefined ? '' : String(threshold)}
          />
        </label>
        <button type="submit">Try</button>
      </Ask>
      {decision !== undefined && explanation !== undefined && (
        <section aria-labelledby="result">
          <h2 id="result">{resultOf(decision)}</h2>
          <p>{`Weighed are skills with a relevance of ${needed.toFixed(2)} or more. To measure what a skill is worth, this offer is held out with a probability of ${Math.round(explanation.holdout * 100)} %.`}</p>
          {threshold !== undefined && (
            <p>
              {`With the router's own ${explanation.threshold.toFixed(2)} the pick is as above; below, what a least relevance of ${threshold.toFixed(2)} would weigh is marked.`}
            </p>
          )}
          <p class="request">
            <Marked text={text} words={explanation.candidates[0]?.words.map(({ word }) => word) ?? []} />
          </p>
          {explanation.candidates.length === 0 ? (
            <p class="empty">No skill has a word of this request.</p>
          ) : (
            <Candidates of={explanation.candidates} needed={needed} />
          )}
        </section>
      )}
    </Layout>
  )
}

function Candidates({ of, needed }: { readonly of: readonly ExplainedCandidate[]; readonly needed: number }) {
  return (
    <Table
      label="Candidates"
      heads={['skill', 'why', 'relevance', 'fits', 'success rate', 'worth here', 'probability', 'words']}
    >
      {of.map((one) => (
        <tr class={one.relevance >= needed ? 'weighed' : undefined}>
          <th scope="row">
            <Link to={`/skills/${encodeURIComponent(one.skill)}`}>{visibleText(one.skill)}</Link>
            {one.relevance >= needed ? ' (weighed)' : ''}
          </th>
          <td class="sentence">{one.relevance < needed ? 'too little relevance' : visibleText(one.why)}</td>
          <td>{one.relevance.toFixed(2)}</td>
          <td>{one.fit?.toFixed(2) ?? '–'}</td>
          <td>{rateOf(one)}</td>
          <td>{one.value?.toFixed(2) ?? '–'}</td>
          <td>{one.propensity.toFixed(2)}</td>
          <td>{visibleText(one.words.map(({ word }) => word).join(', '))}</td>
        </tr>
      ))}
    </Table>
  )
}

/** The mean success rate, with the part of its posterior that holds 90 %. */
function rateOf({ mean, rates }: ExplainedCandidate): string {
  if (mean === undefined) return '-'
  if (rates === undefined) return mean.toFixed(2)
  const { low, high } = credible(rates, 0.9)
  return `${mean.toFixed(2)} (${low.toFixed(2)} to ${high.toFixed(2)})`
}

/** A text with the words marked that a skill has too; words are stems, so that a longer form counts. */
function Marked({ text, words }: { readonly text: string; readonly words: readonly string[] }) {
  const stems = words.map((word) => word.toLowerCase())
  const isMarked = (piece: string) => stems.some((stem) => stem !== '' && piece.toLowerCase().startsWith(stem))
  return (
    <>
      {text
        .split(/([\p{L}\p{N}_-]+)/u)
        .map((piece) => (isMarked(piece) ? <mark>{visibleText(piece)}</mark> : visibleText(piece)))}
    </>
  )
}

const resultOf = (decision: Decision): string =>
  decision.pick === null
    ? `Nothing would be offered: ${visibleText(whyNone(decision).words)}`
    : `Would offer ${visibleText(decision.pick.skill)}`
