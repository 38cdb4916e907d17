import type { AuditReport } from './audit.ts'
import type { Skill } from './skill.ts'

/** The audit for a person: a table of the skills, then the findings. */
export function auditMarkdown({ generatedAt, staleDays, skills, findings }: AuditReport): string {
  const heads = ['Skill', 'Id', 'Status', 'Evidence', 'Score', 'Last used', 'Succeeded', 'Failed']
  const table = [row(heads), row(heads.map(() => '---')), ...skills.map((skill) => row(cells(skill)))]
  const found = findings.map(({ kind, skills: named, detail }) => `- **${kind}** ${named.join(', ')}: ${detail}`)
  return [
    '# Skills audit',
    '',
    `${skills.length} skill${skills.length === 1 ? '' : 's'} at ${generatedAt.toISOString()}; stale after ${staleDays} days.`,
    '',
    ...(skills.length === 0 ? ['No skills yet.'] : table),
    '',
    '## Findings',
    '',
    ...(found.length === 0 ? ['None.'] : found),
  ].join('\n')
}

const row = (columns: readonly string[]): string =>
  `| ${columns.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`

function cells(skill: Skill): string[] {
  const score =
    skill.score === undefined ? '-' : `${skill.score} (${skill.scoreMeasured === true ? 'measured' : 'prior'})`
  const status = skill.needsReview ? `${skill.status}, needs review` : skill.status
  const used = skill.lastUsedAt?.toISOString().slice(0, 10) ?? 'never'
  const { successes, failures } = skill.counts
  return [skill.name, skill.id, status, String(skill.evidenceCount), score, used, String(successes), String(failures)]
}
