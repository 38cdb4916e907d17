import type { QueueItem, SkillLoop } from '../../app/skill-loop.ts'
import { Layout } from '../view/layout.tsx'
import { Link } from '../view/page-context.tsx'
import { SkillLine, Time } from '../view/skill-line.tsx'
import { visibleText } from '../view/visible-text.ts'

export type TurnsFound = Awaited<ReturnType<SkillLoop['review']['findTurns']>>

export interface TurnsPageProps {
  readonly text: string
  /** Skills with the text in their name or description. */
  readonly skills: readonly QueueItem[]
  readonly found: TurnsFound
  /** Whether this page begins at the newest turn. */
  readonly first: boolean
}

/** Recorded turns, newest first: what came of each, and why it counted or not. */
export function TurnsPage({ text, skills, found: { turns, next }, first }: TurnsPageProps) {
  const older = next === undefined ? undefined : new URLSearchParams({ ...(text && { q: text }), before: next })
  return (
    <Layout title="Turns" here="/turns">
      <h1>{text === '' ? 'Turns' : `Found for “${visibleText(text)}”`}</h1>
      <div id="live" data-live={first ? 'swap' : undefined}>
        {skills.length > 0 && (
          <>
            <ol class="items">
              {skills.map((item) => (
                <SkillLine item={item} kind="used" />
              ))}
            </ol>
            <p class="parts">Turns</p>
          </>
        )}
        {turns.length === 0 && (
          <p class="empty">
            {text !== ''
              ? `No turn${skills.length === 0 ? ' or skill' : ''} with this text${older === undefined ? '' : ' among those that were read so far'}: words of a request, a project or a skill are found. `
              : first
                ? 'No turn was recorded yet. “wayland-core import” reads the sessions that your agents have kept.'
                : 'No older turn.'}
            {text !== '' && <Link to="/turns">All turns</Link>}
          </p>
        )}
        <ol class="items">
          {turns.map(({ turnId, request, at, outcome, counts, reason, evidenceOf, trajectory }) => (
            <li class="item" data-item>
              <h2>
                <Link to={`/turns/${encodeURIComponent(turnId)}`}>{visibleText(shortened(request))}</Link>
              </h2>
              <p class="words">
                {counts
                  ? `${outcome}, counted`
                  : visibleText(`${outcome}, not counted: ${reason.replace(/^\w+: /, '')}`)}
              </p>
              <ul class="facts">
                <li>
                  <Time at={at} />
                </li>
                {trajectory.engine !== undefined && <li>{visibleText(trajectory.engine)}</li>}
                {trajectory.projectDir !== undefined && <li class="path">{visibleText(trajectory.projectDir)}</li>}
                {evidenceOf.map(({ skill, version }) => (
                  <li>
                    evidence of{' '}
                    <Link to={`/skills/${encodeURIComponent(skill)}`}>{visibleText(`${skill} ${version}`)}</Link>
                  </li>
                ))}
              </ul>
            </li>
          ))}
        </ol>
        {older !== undefined && (
          <nav aria-label="Pages" class="pages">
            <Link to={`/turns?${older}`}>Older</Link>
          </nav>
        )}
      </div>
    </Layout>
  )
}

/** Most characters of a request in a list. */
const MAX_REQUEST = 200
const shortened = (text: string): string => {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length > MAX_REQUEST ? `${line.slice(0, MAX_REQUEST - 1)}…` : line || '(empty)'
}
