import { useContext } from 'hono/jsx'
import type { ProposedChange } from '../../app/skill-loop.ts'
import type { Finding } from '../../domain/safety.ts'
import { areTexts, inReadingOrder, recordNote, type SkillView } from '../skill-view.ts'
import { ElsewhereOnly } from './decide.tsx'
import { Capabilities, Findings } from './findings.tsx'
import { Form, Hidden, Page } from './page-context.tsx'
import { FileArticle } from './skill-files.tsx'
import { visibleText } from './visible-text.ts'
import { WordDiff } from './word-diff.tsx'

export interface ProposalProps {
  readonly view: SkillView
  readonly change: ProposedChange
  readonly findings: readonly Finding[]
}

/** The version that waits: what it would change word by word, and its parts to choose from. */
export function Proposal({ view, change, findings }: ProposalProps) {
  const { skill, digest } = view
  const { isFile } = useContext(Page)
  const sides = [...view.files, ...view.proposedFiles]
  const blocked = findings.some(({ severity }) => severity === 'block')
  const shown = { of: change.to, digest, version: skill.version, status: skill.status }
  const note = (path: string, text: string) => recordNote(path, text, skill.origin)
  return (
    <section aria-labelledby="proposed" class="proposed">
      <h2 id="proposed">{`Version ${change.to} waits beside ${change.from}`}</h2>
      {view.proposedAbilities !== undefined && (
        <Capabilities title="What the proposed version can do" of={view.proposedAbilities} />
      )}
      <Findings title="Found in the proposed version" of={findings} to={() => '#proposed'} />
      <div class={isFile ? undefined : 'beside'}>
        <div>
          {inReadingOrder(change.files, ({ path }) => path).map(({ path, before = '', after = '' }) => (
            <FileArticle
              path={path}
              label={`Difference of ${visibleText(path)}`}
              folded={findings.some(({ file }) => file === path) ? undefined : note(path, before) && note(path, after)}
            >
              {areTexts(sides.filter((file) => file.path === path)) ? (
                <WordDiff before={before} after={after} />
              ) : (
                <p>It is no text, or too long for a page, before or after the change.</p>
              )}
            </FileArticle>
          ))}
          {change.kept.length > 0 && (
            <p>{`Of your own text, ${change.kept.length === 1 ? 'one place stays' : `${change.kept.length} places stay`} as you wrote it.`}</p>
          )}
        </div>
        {!isFile && (
          <section class="decide" aria-labelledby="accept">
            <h3 id="accept">Accept or reject</h3>
            {areTexts(sides) ? (
              <Form to={`/skills/${skill.id}/accept`} data-move="accept">
                <Hidden of={{ ...shown, force: blocked ? '1' : undefined }} />
                {change.parts.length > 1 && (
                  <fieldset>
                    <legend>Parts to take</legend>
                    {change.parts.map(({ number, place, conflict, removes, adds }) => (
                      <label class="part">
                        <input type="checkbox" name={`part-${number}`} value="1" checked={!conflict} />
                        {` ${number}. ${visibleText(place)}: ${linesOf(adds.length, removes.length)}${conflict ? ' (you changed the same place)' : ''}`}
                      </label>
                    ))}
                    <Hidden of={{ choice: '1' }} />
                  </fieldset>
                )}
                <button type="submit" class={blocked ? 'forced' : 'promote'} data-key={blocked ? undefined : 'a'}>
                  {blocked ? 'Accept in spite of the findings' : 'Accept'}
                </button>
                <span class="words">
                  {change.parts.length > 1
                    ? 'The ticked parts become the current version; the others wait on.'
                    : `Version ${change.to} becomes the current one.`}
                </span>
              </Form>
            ) : (
              <ElsewhereOnly command={`skills set ${skill.name} accepted`} />
            )}
            <Form to={`/skills/${skill.id}/reject`} data-move="reject">
              <Hidden of={shown} />
              <label>
                Why <input name="reason" aria-label="Why: Reject this version" required maxlength={500} data-key="r" />
              </label>
              <button type="submit">Reject this version</button>
              <span class="words">What it changed is not proposed again.</span>
            </Form>
          </section>
        )}
      </div>
    </section>
  )
}

function linesOf(more: number, fewer: number): string {
  const lines = (n: number) => (n === 1 ? '1 line' : `${n} lines`)
  const said = [more > 0 && `${lines(more)} added`, fewer > 0 && `${lines(fewer)} removed`].filter(
    (one) => one !== false,
  )
  return said.join(', ')
}
