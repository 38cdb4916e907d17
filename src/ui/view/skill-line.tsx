import type { QueueItem, QueueKind } from '../../app/skill-loop.ts'
import { isFromDocument, statusLabel } from '../../domain/visibility.ts'
import { Link } from './page-context.tsx'
import { visibleText } from './visible-text.ts'

/** One skill in a list: its name, what it says of itself, and what it rests on. */
export function SkillLine({ item, kind }: { readonly item: QueueItem; readonly kind: QueueKind }) {
  const filteredBy = (name: string, value: string) => `/?${new URLSearchParams({ kind, [name]: value })}`
  const { skill, proposed, engines, projects } = item
  const evidence = isFromDocument(skill) ? 'from a document' : `from ${skill.evidenceCount} turns`
  return (
    <li class="item" data-item>
      <h2>
        <Link to={`/skills/${skill.id}`}>{visibleText(skill.name)}</Link>
      </h2>
      <p>{visibleText(skill.description)}</p>
      <ul class="facts">
        <li>{statusLabel(skill)}</li>
        {proposed !== undefined && <li>{`version ${proposed} waits beside it`}</li>}
        <li>{skill.origin === 'person' ? 'made by a person' : evidence}</li>
        {engines.map((engine) => (
          <li>
            <Link to={filteredBy('engine', engine)}>{visibleText(engine)}</Link>
          </li>
        ))}
        {projects.map((project) => (
          <li class="path">
            <Link to={filteredBy('project', project)}>{visibleText(project)}</Link>
          </li>
        ))}
        <li>
          <Time at={skill.createdAt} />
        </li>
      </ul>
    </li>
  )
}

/** A moment, in universal time to the minute. */
export function Time({ at }: { readonly at: Date }) {
  const iso = at.toISOString()
  return <time datetime={iso}>{`${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`}</time>
}
