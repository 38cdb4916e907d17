import type { SkillLoop } from '../../app/skill-loop.ts'
import { Form, Link } from './page-context.tsx'
import { visibleText } from './visible-text.ts'

type Rule = Awaited<ReturnType<SkillLoop['review']['rules']>>[number]

/** What the person asks for in general, with the turns that voice it, to take or to drop. */
export function Rules({ rules }: { readonly rules: readonly Rule[] }) {
  return (
    <ul>
      {rules.map(({ id, text, project, sources, state }) => (
        <li>
          {visibleText(`${text} (${state === 'taken' ? 'taken; ' : ''}${project ?? 'every project'}), from `)}
          {sources.slice(0, MAX_SHOWN).map((turn, i) => (
            <>
              {i > 0 && ', '}
              <Link to={`/turns/${encodeURIComponent(turn)}`}>{`turn ${i + 1}`}</Link>
            </>
          ))}
          {sources.length > MAX_SHOWN && ` and ${sources.length - MAX_SHOWN} more`}
          {state !== 'taken' && (
            <Form to={`/rules/${id}/take`}>
              <button type="submit">Take</button>
            </Form>
          )}
          <Form to={`/rules/${id}/drop`}>
            <button type="submit">Drop</button>
          </Form>
        </li>
      ))}
    </ul>
  )
}

const MAX_SHOWN = 8
