import type { SkillLoop } from '../../app/skill-loop.ts'
import { Form, Hidden, Link } from './page-context.tsx'
import { visibleText } from './visible-text.ts'

type Rule = Awaited<ReturnType<SkillLoop['review']['rules']>>[number]

/** What the person asks for in general, with the turns that voice it, to take or to drop. */
export function Rules({ rules, back }: { readonly rules: readonly Rule[]; readonly back?: 'overview' }) {
  const said = <Hidden of={{ back }} />
  return (
    <ul class="rows rules">
      {rules.map(({ id, text, project, sources, sessions, state }) => (
        <li>
          <div>
            {visibleText(text)}
            <details class="words">
              <summary>
                {`${state === 'taken' ? 'kept, ' : ''}${sessions === 1 ? '1 session' : `${sessions} sessions`}, ${visibleText(project ?? 'every project')}`}
              </summary>
              {sources.slice(0, MAX_SHOWN).map((turn, i) => (
                <>
                  {i > 0 && ', '}
                  <Link to={`/turns/${encodeURIComponent(turn)}`}>{`turn ${i + 1}`}</Link>
                </>
              ))}
              {sources.length > MAX_SHOWN && ` and ${sources.length - MAX_SHOWN} more`}
            </details>
          </div>
          <div class="acts">
            {state !== 'taken' && (
              <Form to={`/rules/${id}/take`}>
                {said}
                <button type="submit">Keep</button>
              </Form>
            )}
            <Form to={`/rules/${id}/drop`}>
              {said}
              <button type="submit">Drop</button>
            </Form>
          </div>
        </li>
      ))}
    </ul>
  )
}

const MAX_SHOWN = 8
