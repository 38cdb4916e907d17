import type { ModelUsage, Outlook, ReviewSummary, SkillLoop } from '../../app/skill-loop.ts'
import { toldFirst } from '../../domain/wishes/told-first.ts'
import { Fold } from '../view/fold.tsx'
import { Layout } from '../view/layout.tsx'
import { NotDuplicate } from '../view/not-duplicate.tsx'
import { Link } from '../view/page-context.tsx'
import { Rules } from '../view/rules.tsx'
import { Time } from '../view/skill-line.tsx'
import { Table } from '../view/table.tsx'
import { visibleText } from '../view/visible-text.ts'

export interface LearningPageProps {
  readonly outlook: Outlook
  readonly usage: ModelUsage
  readonly reviewed: ReviewSummary
  readonly provider: string
  readonly rules: Awaited<ReturnType<SkillLoop['review']['rules']>>
}

/** Rules that were taken, then those that a person understands at once, then the others, each by their sessions. */
function inOrder(rules: LearningPageProps['rules']): LearningPageProps['rules'] {
  const bySessions = rules.toSorted((a, b) => b.sessions - a.sessions)
  const plain = toldFirst(rules)
  const rank = (rule: (typeof rules)[number]) => (rule.state === 'taken' ? 0 : plain.includes(rule) ? 1 : 2)
  return bySessions.sort((a, b) => rank(a) - rank(b))
}

/** How near streaks are to a draft, and what a model was asked, what it cost, and what came of it. */
export function LearningPage({ outlook, usage, reviewed, provider, rules }: LearningPageProps) {
  return (
    <Layout title="Learning" here="/learning">
      <h1>Learning</h1>
      <h2>What you ask for in general</h2>
      {rules.length === 0 ? (
        <p class="empty">Nothing yet: a wish counts in two sessions, or once with “always”, “never” and the like.</p>
      ) : (
        <Rules rules={inOrder(rules)} />
      )}
      <Fold id="streaks" title="Near a draft" note={openText(outlook)} open={rules.length === 0}>
        <p>{`${outlook.turns} turns were counted: ${outlook.outcomes.success} succeeded, ${outlook.outcomes.failure} failed, ${outlook.outcomes.unknown} unknown. ${openText(outlook)}.`}</p>
        {outlook.nearest.length > 0 && (
          <ol>
            {outlook.nearest.map(({ signature, streak, turnId, request, at }) => (
              <li>
                <Link to={`/turns/${encodeURIComponent(turnId)}`}>
                  {visibleText(signature || request.slice(0, 80))}
                </Link>
                {`: ${streak} in a row, the last `}
                <Time at={new Date(at)} />
              </li>
            ))}
          </ol>
        )}
        {outlook.turnedDown.length > 0 && (
          <>
            <h3>Streaks without a draft</h3>
            <ul>
              {outlook.turnedDown.map(({ skill, reason, at }) => (
                <li>
                  {visibleText(`${skill}: ${reason}; judged `)}
                  <Time at={new Date(at)} />
                </li>
              ))}
            </ul>
          </>
        )}
      </Fold>
      <h2>Model</h2>
      {provider === 'none' && usage.spending.length === 0 ? (
        <p class="empty">No model is configured, and none was asked. Drafts are made by rules.</p>
      ) : (
        <>
          <p>{`Provider: ${provider}. ${reviewed.counts.length === 0 ? 'Nothing was reviewed yet.' : reviewed.counts.map(({ kind, state, reviews }) => `${OF[kind] ?? kind}: ${reviews} ${state}.`).join(' ')}`}</p>
          <Table label="Calls" heads={['for', 'model', 'calls', 'failed', 'waiting', 'tokens in', 'out', 'unknown']}>
            {usage.spending.map((one) => (
              <tr>
                <th scope="row">{visibleText(one.purpose)}</th>
                <td>{visibleText(one.model)}</td>
                {[one.calls, one.failed, one.waiting, one.input, one.output, one.unknown].map((n) => (
                  <td>{String(n)}</td>
                ))}
              </tr>
            ))}
          </Table>
          {usage.proposals.length > 0 && <h3>Proposals</h3>}
          <ul>
            {usage.proposals.map(({ id, operation, skill, status, rule, reason, duplicate }) => (
              <li>
                {`${operation} `}
                {status === 'staged' ? (
                  <Link to={`/skills/${encodeURIComponent(skill)}`}>{visibleText(skill)}</Link>
                ) : (
                  visibleText(skill)
                )}
                {visibleText(`: ${status === 'staged' ? 'waits for you' : `refused, ${rule}`}; ${reason}`)}
                {duplicate && <NotDuplicate of={id} skill={skill} />}
              </li>
            ))}
          </ul>
        </>
      )}
    </Layout>
  )
}

const openText = ({ open }: Outlook): string => (open === 1 ? '1 streak is open' : `${open} streaks are open`)

/** What a review of each kind looks at. */
const OF: Readonly<Record<string, string>> = {
  session: 'Sessions',
  recurring: 'Recurring requests',
  reword: 'Wordings of skills',
  document: 'Passages of documents',
}
