import type { Abilities } from '../../app/skill-loop.ts'
import { KINDS, saidBefore } from '../../domain/capabilities/capability.ts'
import { byKind, gravestOf, inWords, placedOf } from '../../domain/capabilities/gravest.ts'
import { type Finding, SEVERITIES } from '../../domain/safety/rule.ts'
import { Link } from './page-context.tsx'
import { visibleText } from './visible-text.ts'

export interface FindingsProps {
  readonly title: string
  readonly of: readonly Finding[]
  /** The path of the program at which a line of a file is shown. */
  readonly to: (file: string, line: number) => string
}

/** What the safety rules found, the gravest first, each with a link to its line. */
export function Findings({ title, of, to }: FindingsProps) {
  if (of.length === 0) return null
  const grave = of.some(({ severity }) => severity === 'block')
  return (
    <section class={grave ? 'findings grave' : 'findings'}>
      <h2>{title}</h2>
      <ul>
        {of.toSorted(byGravity).map(({ severity, rule, file, line, excerpt, why }) => (
          <li>
            <strong>{severity}</strong> {visibleText(why)} ({rule},{' '}
            {file.startsWith('turn:') ? (
              visibleText(file)
            ) : (
              <Link to={to(file, line)}>{visibleText(`${file}:${line}`)}</Link>
            )}
            )
            <br />
            <code>{visibleText(excerpt)}</code>
          </li>
        ))}
      </ul>
    </section>
  )
}

const byGravity = (a: Finding, b: Finding): number => SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity)

/** What a skill can do, its gravest deeds in one sentence, before it what is new since a person approved it, and behind it where it says so. */
export function Capabilities({ title, of }: { readonly title: string; readonly of: Abilities }) {
  const { capabilities, fresh = [] } = of
  const gravest = gravestOf(capabilities)
  return (
    <section class={fresh.length > 0 ? 'abilities grave' : 'abilities'}>
      {fresh.length > 0 && (
        <p>
          <strong>New since you approved it:</strong> {visibleText(inWords(fresh))}
        </p>
      )}
      <details>
        <summary>
          <h2>{title}</h2>{' '}
          <span class="words">
            {visibleText(
              capabilities.length === 0
                ? 'nothing by itself'
                : byKind(gravest.length === 0 ? capabilities : gravest, gravest.length === 0 ? 1 : 3).join(' · '),
            )}
          </span>
        </summary>
        <ul>
          {KINDS.map((kind) => ({ kind, all: placedOf(kind, capabilities) }))
            .filter(({ all }) => all !== '')
            .map(({ kind, all }) => (
              <li>
                <strong>{saidBefore(kind)}</strong> {visibleText(all)}
              </li>
            ))}
        </ul>
      </details>
    </section>
  )
}
