import type { SkillLoop } from '../../app/skill-loop.ts'
import { inputText } from '../view/input-text.ts'
import { Layout } from '../view/layout.tsx'
import { Link } from '../view/page-context.tsx'
import { Time } from '../view/skill-line.tsx'
import { visibleText } from '../view/visible-text.ts'

export type Explained = Awaited<ReturnType<SkillLoop['review']['explain']>>

const MAX_CALLS = 500

/** One turn: the request, its calls, and why it counted or not. */
export function TurnPage({ turn }: { readonly turn: Explained }) {
  const { trajectory, evidenceOf, streak, signature, meant, review } = turn
  const calls = trajectory.toolCalls
  const facts = [
    ['outcome', turn.outcome],
    ['counts', `${turn.counts ? 'yes' : 'no'}: ${turn.reason}`],
    ['signature', signature === '' ? 'none' : signature],
    ...(streak === 0 ? [] : [['streak', `${streak} in a row`]]),
    ['agent', trajectory.engine ?? 'not told'],
    ['project', trajectory.projectDir ?? 'not told'],
    ['session', trajectory.sessionId ?? 'not told'],
    ...(trajectory.summary === '' ? [] : [['summary', trajectory.summary]]),
    ...(meant === undefined ? [] : [['by meaning', meant]]),
    ...(review === undefined ? [] : [['review', review]]),
  ]
  return (
    <Layout title="Turn">
      <p>
        <Link to="/turns">Turns</Link>
      </p>
      <h1>Turn</h1>
      <pre tabindex={0}>{visibleText(turn.request)}</pre>
      <dl>
        <dt>when</dt>
        <dd>
          <Time at={turn.at} />
        </dd>
        {facts.map(([name, value]) => (
          <>
            <dt>{name}</dt>
            <dd>{visibleText(value ?? '')}</dd>
          </>
        ))}
        {evidenceOf.length > 0 && (
          <>
            <dt>evidence of</dt>
            <dd>
              {evidenceOf.map(({ skill, version, state }) => (
                <div>
                  <Link to={`/skills/${encodeURIComponent(skill)}`}>{visibleText(`${skill} ${version}`)}</Link>
                  {state === 'accepted' ? '' : ` (${state})`}
                </div>
              ))}
            </dd>
          </>
        )}
      </dl>
      <h2>Calls</h2>
      {calls === undefined || calls.length === 0 ? (
        <p>{calls === undefined ? 'The agent did not report its tool calls.' : 'None.'}</p>
      ) : (
        <ol class="calls">
          {calls.slice(0, MAX_CALLS).map(({ name, input, ok, error }) => (
            <li>
              <strong>{visibleText(name)}</strong> {ok === null ? 'unknown' : ok ? 'worked' : 'failed'}
              {error !== undefined && <span class="words">{`: ${visibleText(error)}`}</span>}
              <pre tabindex={0}>{visibleText(inputText(input))}</pre>
            </li>
          ))}
        </ol>
      )}
      {calls !== undefined && calls.length > MAX_CALLS && <p>{`and ${calls.length - MAX_CALLS} more`}</p>}
    </Layout>
  )
}
