import type { LedgerLine, SkillVersion } from '../../app/skill-loop.ts'
import { isHeading } from '../../domain/lifecycle.ts'
import { isWithdrawn, type Skill } from '../../domain/skill.ts'
import { Fold } from './fold.tsx'
import { Form, Hidden, Link } from './page-context.tsx'
import { Time } from './skill-line.tsx'
import { visibleText } from './visible-text.ts'

export interface HistoryProps {
  readonly skill: Skill
  readonly lines: readonly LedgerLine[]
  readonly versions: readonly SkillVersion[]
}

/** Entries on the page. */
const MAX_LINES = 100
/** So many are shown without being asked for. */
const FEW = 8

/** The ledger of a skill, newest first; versions can be compared with the current one and brought back. */
export function History({ skill, lines, versions }: HistoryProps) {
  const of = new Map(versions.map((version) => [version.id, version]))
  const canReturn = !isWithdrawn(skill)
  const waits = versions.some(({ state }) => state === 'proposed')
  const shown = { version: skill.version, status: skill.status }
  return (
    <Fold
      id="history"
      title="History"
      note={lines.length === 1 ? '1 entry' : `${lines.length} entries`}
      open={lines.length <= FEW}
    >
      <ol class="timeline">
        {lines
          .slice(-MAX_LINES)
          .toReversed()
          .map((line) => {
            const version = line.versionId === null ? undefined : of.get(line.versionId)
            return (
              <li class={`was-${line.move}`}>
                <Time at={new Date(line.at)} /> <strong>{line.move}</strong> by {line.actor}
                {line.toStatus === null ? '' : ` → ${line.toStatus}`}
                {version === undefined ? '' : `, version ${version.version}`}
                <br />
                <span class="words">{visibleText(line.reason.replace(/(?<=digest \w{12})\w+/, '…'))}</span>
                {version !== undefined && !version.head && (
                  <span class="acts">
                    <Link to={`/skills/${skill.id}/compare?version=${version.version}`}>Compare</Link>
                    {canReturn && isHeading(line.move) && (
                      <Form to={`/skills/${skill.id}/rollback`}>
                        <Hidden of={{ entry: String(line.id), ...shown }} />
                        <button type="submit">{`Bring ${version.version} back`}</button>
                      </Form>
                    )}
                    {line.move === 'reject' && version.state === 'rejected' && !waits && skill.status !== 'revoked' && (
                      <Form to={`/skills/${skill.id}/unreject`}>
                        <Hidden of={{ of: version.version, ...shown }} />
                        <button type="submit">{`Let ${version.version} wait again`}</button>
                      </Form>
                    )}
                  </span>
                )}
              </li>
            )
          })}
      </ol>
      {lines.length > MAX_LINES && (
        <p>{`and ${lines.length - MAX_LINES} older entries: wayland-core history ${skill.name}`}</p>
      )}
    </Fold>
  )
}
