import type { Move } from '../../domain/lifecycle.ts'
import { isWithdrawn, type SkillStatus } from '../../domain/skill.ts'
import { areTexts, type SkillView } from '../skill-view.ts'
import { Form, Hidden } from './page-context.tsx'
import { visibleText } from './visible-text.ts'

interface Choice {
  readonly move: Move
  readonly label: string
  readonly words: string
  /** `asked`: a reason must be given. */
  readonly reason?: 'asked'
  readonly key?: 'a' | 'r'
  /** The move is made in spite of findings that block it. */
  readonly force?: boolean
}

const REVOKE: Choice = {
  move: 'revoke',
  label: 'Never again',
  words: 'Out of use, and never drafted again for this task.',
  reason: 'asked',
}
const ARCHIVE: Choice = {
  move: 'archive',
  label: 'Drop',
  words: 'Out of use, kept whole: it can be restored.',
  reason: 'asked',
  key: 'r',
}
const PROMOTE: Choice = {
  move: 'promote',
  label: 'Keep',
  words: 'It becomes active, byte for byte as it is shown here.',
  key: 'a',
}
// No key: what a rule blocks is not approved by one stroke.
const FORCE: Choice = {
  move: 'promote',
  label: 'Keep in spite of the findings',
  words: 'It becomes active as it is shown here, although a safety rule blocks it.',
  force: true,
}
const RESTORE: Choice = { move: 'restore', label: 'Restore', words: 'Comes back for review.' }

const UNKEEP: Choice = {
  move: 'unkeep',
  label: 'Keep it no longer',
  words: 'You kept it when its archiving was proposed: that is asked again.',
}

/** What a person can do with a skill of each status. */
const CHOICES: Readonly<Record<SkillStatus, readonly Choice[]>> = {
  staged: [PROMOTE, ARCHIVE, REVOKE],
  watching: [PROMOTE, ARCHIVE, REVOKE],
  quarantined: [FORCE, ARCHIVE, REVOKE],
  active: [
    { move: 'pin', label: 'Pin', words: 'The audit never calls it stale, and new drafts only wait beside it.' },
    { ...ARCHIVE, label: 'Archive' },
    REVOKE,
  ],
  pinned: [{ move: 'unpin', label: 'Unpin', words: 'It stays in use, and can be called stale again.' }, REVOKE],
  archived: [RESTORE, REVOKE],
  revoked: [RESTORE],
}

/** The moves of a skill as forms, each bound to the bytes that the page shows. */
export function Decide({ view }: { readonly view: SkillView }) {
  const { skill, digest, remains, history, files } = view
  const differs = remains?.differ === true
  const isKept = history.findLast(({ move }) => move === 'keep' || move === 'unkeep')?.move === 'keep'
  const canKeep = !isWithdrawn(skill)
  const isShown = areTexts(files)
  const choices = [...CHOICES[skill.status], ...(isKept && canKeep ? [UNKEEP] : [])]
  const possible = choices.filter(({ move }) => move !== 'promote' || isShown)
  return (
    <section aria-labelledby="decide" class="decide">
      <h2 id="decide">Decide</h2>
      {possible.length < choices.length && <ElsewhereOnly command={`skills promote ${skill.name}`} />}
      {possible.map(({ move, label, words, reason, key, force }) => (
        <Form to={`/skills/${skill.id}/${move}`} data-move={move}>
          <Hidden of={{ digest, version: skill.version, status: skill.status, force: force ? '1' : undefined }} />
          {move === 'restore' && differs && (
            <label>
              What comes back{' '}
              <select name="use">
                <option value="version">its version of the database</option>
                <option value="files">the files that were left</option>
              </select>
            </label>
          )}
          {reason === 'asked' && (
            <label>
              Why{' '}
              <input
                name="reason"
                aria-label={`Why: ${label}`}
                required
                maxlength={500}
                data-key={key === 'r' ? 'r' : undefined}
              />
            </label>
          )}
          <button type="submit" class={force ? 'forced' : move} data-key={key === 'a' ? 'a' : undefined}>
            {label}
          </button>
          <span class="words">{words}</span>
        </Form>
      ))}
    </section>
  )
}

/** Stands in the place of a button that approves files which a page cannot show. */
export const ElsewhereOnly = ({ command }: { readonly command: string }) => (
  <p>
    A file of it is no text, or too long for a page, so that it is not approved here. Look at the file itself, then run{' '}
    <code>{visibleText(`wayland-core ${command}`)}</code>.
  </p>
)
