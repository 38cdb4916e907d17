import type { QueueItem } from '../../app/skill-loop.ts'
import { powersOf } from '../../domain/capabilities/look.ts'
import { stepsOf } from '../../domain/skill-deed.ts'
import { areTexts, textsOf } from '../skill-view.ts'
import { Words } from './evidence.tsx'
import { Form, Hidden, Link } from './page-context.tsx'
import { Files } from './skill-files.tsx'
import { Facts, SkillHead } from './skill-line.tsx'
import { visibleText } from './visible-text.ts'

type Head = NonNullable<QueueItem['head']>

/**
 * Whether a draft can be kept from its card: it was drafted from the person's runs, and all of it is text. One in which a rule
 * finds anything is no draft of this list: it waits for a look, or is quarantined.
 */
export const isPlain = ({ origin }: QueueItem['skill'], files: Head['files']): boolean =>
  origin === 'auto' && areTexts(textsOf(files))

/** Kinds of capabilities that are shown unasked, the gravest. */
const FEW = 2

const Powers = ({ are }: { readonly are: readonly string[] }) => (
  <ul class="can" aria-label="What it can do">
    {are.map((one) => (
      <li>{visibleText(one)}</li>
    ))}
  </ul>
)

/** More are read on the page of the skill. */
const MAX_STEPS = 5

/** A draft as it is decided on in a list: what it does, its steps, what it rests on and can do, and its whole text folded. */
export function DraftCard({ item, head }: { readonly item: QueueItem; readonly head: Head }) {
  const { skill } = item
  const steps = stepsOf(skill)
  const can = powersOf(head.files)
  const canBeKept = isPlain(skill, head.files)
  const name = <span class="hidden">{` ${visibleText(skill.name)}`}</span>
  const shown = { back: 'queue', digest: head.digest, version: skill.version, status: skill.status }
  return (
    <li class="item card" data-item>
      <div class="says">
        <SkillHead skill={skill} />
        {steps.length > 0 && (
          <ol class="steps">
            {steps.slice(0, MAX_STEPS).map((step) => (
              <li>
                <Words of={step} />
              </li>
            ))}
          </ol>
        )}
        {steps.length > MAX_STEPS && (
          <p class="words">{`and ${steps.length - MAX_STEPS} more step${steps.length === MAX_STEPS + 1 ? '' : 's'}`}</p>
        )}
        <Powers are={can.length === 0 ? ['can do nothing by itself'] : can.slice(0, FEW)} />
        {can.length > FEW && (
          <details id={`can-${skill.id}`}>
            <summary>{`${can.length - FEW} more that it can do`}</summary>
            <Powers are={can.slice(FEW)} />
          </details>
        )}
        <Facts item={item} kind="draft" />
        {canBeKept && (
          <details id={`text-${skill.id}`}>
            <summary>Whole text{name}</summary>
            <Files of={skill} files={textsOf(head.files)} findings={[]} raw={false} />
          </details>
        )}
      </div>
      <div class="acts">
        {canBeKept ? (
          <Form to={`/skills/${skill.id}/promote`}>
            <Hidden of={shown} />
            <button type="submit" class="promote" data-key="a">
              Keep{name}
            </button>
          </Form>
        ) : (
          <Link to={`/skills/${skill.id}`} class="button">
            Read first{name}
          </Link>
        )}
        <Form to={`/skills/${skill.id}/archive`}>
          <Hidden of={{ ...shown, reason: 'dropped in the list of drafts' }} />
          <button type="submit" data-key="r">
            Drop{name}
          </button>
        </Form>
        <Link to={`/skills/${skill.id}/edit`} class="button quiet">
          Edit{name}
        </Link>
      </div>
    </li>
  )
}
