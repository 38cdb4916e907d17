import type { SkillLoop } from '../../app/skill-loop.ts'
import type { Skill } from '../../domain/skill.ts'
import { isFromDocument } from '../../domain/visibility.ts'
import { Fold } from './fold.tsx'
import { Link } from './page-context.tsx'
import { visibleText } from './visible-text.ts'

type SkillEvidence = NonNullable<Awaited<ReturnType<SkillLoop['review']['evidence']>>>

const FATES = { kept: 'Steps', pitfall: 'Pitfalls', dropped: 'Left out' } as const

/** The runs that a skill was drafted from, and for each of its steps the calls that it rests on. */
export function Evidence({ skill, evidence }: { readonly skill: Skill; readonly evidence: SkillEvidence | undefined }) {
  return (
    <Fold
      id="evidence"
      title="Evidence"
      note={evidence && `${evidence.runs.length} ${evidence.runs.length === 1 ? 'run' : 'runs'}`}
    >
      {evidence === undefined ? (
        <p>{without(skill)}</p>
      ) : (
        <>
          <ol class="runs">
            {evidence.runs.map(({ turnId, request, summary }) => (
              <li>
                <Link to={`/turns/${encodeURIComponent(turnId)}`}>{visibleText(request)}</Link>
                <span class="words">{` ${visibleText(summary)}`}</span>
              </li>
            ))}
          </ol>
          {(['kept', 'pitfall', 'dropped'] as const).map((fate) => (
            <Steps of={evidence} fate={fate} />
          ))}
        </>
      )}
    </Fold>
  )
}

function Steps({ of: { runs, rows }, fate }: { readonly of: SkillEvidence; readonly fate: keyof typeof FATES }) {
  const steps = rows.filter((row) => row.fate === fate)
  if (steps.length === 0) return null
  return (
    <>
      <h3>{FATES[fate]}</h3>
      <ol>
        {steps.map(({ why, calls }) => (
          <li>
            <details>
              <summary>
                <Words of={calls.find((call) => call !== null) ?? ''} /> <span class="words">{why}</span>
              </summary>
              <ul>
                {calls.map((call, rank) => (
                  <li>
                    <Link to={`/turns/${encodeURIComponent(runs[rank]?.turnId ?? '')}`}>{`run ${rank + 1}`}</Link>:{' '}
                    {call === null ? 'not done' : <Words of={call} />}
                  </li>
                ))}
              </ul>
            </details>
          </li>
        ))}
      </ol>
    </>
  )
}

/** A line of Markdown, with the commands in it as such. */
export function Words({ of }: { readonly of: string }) {
  const pieces = of.split(/(?<!`)(`+)(?!`)(.+?)(?<!`)\1(?!`)/)
  return (
    <>
      {pieces.map((piece, i) =>
        i % 3 === 1 ? '' : i % 3 === 2 ? <code>{visibleText(piece)}</code> : visibleText(piece),
      )}
    </>
  )
}

const without = (skill: Skill): string =>
  skill.origin === 'person'
    ? 'A person made it: it rests on no recorded run.'
    : skill.origin === 'team'
      ? 'It comes from your team: its runs were on other machines.'
      : isFromDocument(skill)
        ? 'It was drafted from a document: no run stands behind it. What it rests on is quoted in references/evidence.md.'
        : 'Its turns were deleted.'
