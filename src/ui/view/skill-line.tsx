import type { QueueItem, QueueKind } from '../../app/skill-loop.ts'
import type { Skill } from '../../domain/skill.ts'
import { deedOf } from '../../domain/skill-deed.ts'
import { isFromDocument, statusLabel } from '../../domain/visibility.ts'
import { Form, Hidden, Link } from './page-context.tsx'
import { visibleText } from './visible-text.ts'

/** One skill in a list: its name, what it does, and what it rests on. */
export function SkillLine({ item, kind }: { readonly item: QueueItem; readonly kind: QueueKind }) {
  const { skill, why } = item
  return (
    <li class="item" data-item>
      <SkillHead skill={skill} />
      {skill.look !== undefined && <p>{visibleText(`Not offered before you look at it: ${skill.look}.`)}</p>}
      <Facts item={item} kind={kind} />
      {why !== undefined && <Archive skill={skill} why={why} />}
    </li>
  )
}

/** The name of a skill, what it does, and when. */
export function SkillHead({ skill }: { readonly skill: Skill }) {
  const { deed, when } = deedOf(skill)
  return (
    <>
      <h2>
        <Link to={`/skills/${skill.id}`}>{visibleText(skill.name)}</Link>
      </h2>
      <p class="deed">{visibleText(deed)}</p>
      {when !== '' && <p class="words">{visibleText(when)}</p>}
    </>
  )
}

/** What a skill rests on, and where from. */
export function Facts({ item, kind }: { readonly item: QueueItem; readonly kind: QueueKind }) {
  const filteredBy = (name: string, value: string) => `/queue?${new URLSearchParams({ kind, [name]: value })}`
  const { skill, proposed, engines, projects } = item
  const { successes, failures } = skill.counts
  const evidence = isFromDocument(skill) ? 'from a document' : `from ${skill.evidenceCount} turns`
  return (
    <ul class="facts">
      {kind !== 'draft' && <li class="tag">{statusLabel(skill)}</li>}
      {proposed !== undefined && <li class="tag">{`version ${proposed} waits beside it`}</li>}
      <li>{skill.origin === 'person' ? 'made by a person' : skill.origin === 'team' ? 'from your team' : evidence}</li>
      {successes + failures > 0 && <li>{`worked in ${successes} of ${successes + failures} runs since`}</li>}
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
  )
}

/** What speaks for archiving a skill, and the two answers to it. */
function Archive({ skill, why }: { readonly skill: Skill; readonly why: readonly string[] }) {
  const hidden = (
    <Hidden of={{ back: 'archive', version: skill.version, status: skill.status, reason: why.join('; ') }} />
  )
  const name = <span class="hidden">{` ${visibleText(skill.name)}`}</span>
  return (
    <div class="why">
      {why.map((one) => (
        <p>{one}</p>
      ))}
      <div class="acts">
        {skill.status === 'pinned' ? (
          <p>It is pinned: open it and unpin it before it is archived.</p>
        ) : (
          <Form to={`/skills/${skill.id}/archive`}>
            {hidden}
            <button type="submit">Archive{name}</button>
          </Form>
        )}
        <Form to={`/skills/${skill.id}/keep`}>
          {hidden}
          <button type="submit">Keep{name}</button>
          <span class="words">Asked again when there is more evidence, or after the same time without use.</span>
        </Form>
      </div>
    </div>
  )
}

/** A moment, in universal time to the minute. */
export function Time({ at }: { readonly at: Date }) {
  const iso = at.toISOString()
  return <time datetime={iso}>{`${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`}</time>
}
