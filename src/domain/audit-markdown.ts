import type { AuditKind, AuditReport } from './audit.ts'
import { AUDIT_KINDS } from './audit.ts'
import { inWords } from './capabilities/gravest.ts'
import type { SkillLift } from './lift/lift.ts'
import { liftWords } from './lift/words.ts'
import type { Skill } from './skill.ts'
import { statusLabel } from './visibility.ts'

const TITLES: Readonly<Record<AuditKind, string>> = {
  needs_review: 'Needs your review',
  watching: 'Waits for more evidence',
  split: 'Two tasks in one skill',
  changed_since_review: 'Changed since review',
  proposed: 'Proposed versions',
  harmful: 'Does harm',
  stale: 'Looks unused',
  duplicate: 'Near-duplicates',
  broken_ref: 'Broken references',
  safety: 'Findings of the scan',
}

/**
 * The audit as Markdown: a table of the skills, then the findings, each with the command that settles it. `isCounted`: whether
 * their use is known, which it is not without a database.
 */
export function auditMarkdown(
  { generatedAt, staleDays, skills, lifts, capabilities, findings }: AuditReport,
  isCounted = true,
): string {
  const known = new Map(lifts.map((lift) => [lift.skill, lift]))
  // A column of dashes would carry no information.
  const measured = skills.some(({ name }) => known.has(name))
  const heads = [...HEADS, ...(measured ? ['Lift'] : [])]
  const lines = skills.map((skill) => [
    ...cells(skill, isCounted),
    ...(measured ? [liftCell(known.get(skill.name))] : []),
  ])
  const table = [heads, heads.map(() => '---'), ...lines].map(row)
  const groups = AUDIT_KINDS.flatMap((kind) => {
    const found = findings.filter((finding) => finding.kind === kind)
    if (found.length === 0) return []
    const lines = found.map(
      ({ skills: named, detail, command }) => `- **${named.join(', ')}**: ${detail}. \`${command}\``,
    )
    return ['', `## ${TITLES[kind]} (${kind})`, '', ...lines]
  })
  const able = skills.flatMap(({ id, name }) => {
    const said = inWords(capabilities.get(id) ?? [])
    return said === '' ? [] : [`- **${name}**: it ${said}`]
  })
  return [
    '# Skills audit',
    '',
    `${skills.length} skill${skills.length === 1 ? '' : 's'} at ${generatedAt.toISOString()}; stale after ${staleDays} days.`,
    '',
    ...(skills.length === 0 ? ['No skills in your own folder yet.'] : table),
    ...(able.length === 0 ? [] : ['', '## What they can do (capabilities)', '', ...able]),
    ...(groups.length === 0 ? ['', 'Nothing needs a look.'] : groups),
  ].join('\n')
}

const HEADS = ['Skill', 'Id', 'Status', 'Evidence', 'Score', 'Last used', 'Succeeded', 'Failed']

const row = (columns: readonly string[]): string =>
  `| ${columns.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`

const liftCell = (lift: SkillLift | undefined): string =>
  lift === undefined ? '-' : `${liftWords(lift)}, ${lift.verdict}`

const NOT_KNOWN = 'not known'

function cells(skill: Skill, isCounted: boolean): string[] {
  const score =
    skill.score === undefined ? '-' : `${skill.score} (${skill.scoreMeasured === true ? 'measured' : 'prior'})`
  const status = statusLabel(skill)
  const used = skill.lastUsedAt?.toISOString().slice(0, 10) ?? (isCounted ? 'never' : NOT_KNOWN)
  const { successes, failures } = skill.counts
  const outcomes = isCounted ? [String(successes), String(failures)] : [NOT_KNOWN, NOT_KNOWN]
  return [skill.name, skill.id, status, String(skill.evidenceCount), score, used, ...outcomes]
}
