import type { SkillLoop } from '../app/skill-loop.ts'

export type LedgerLine = Awaited<ReturnType<SkillLoop['review']['history']>>[number]
export type SkillVersion = Awaited<ReturnType<SkillLoop['review']['versions']>>[number]

export const ledgerRows = (lines: readonly LedgerLine[]): string[][] => [
  ['entry', 'when', 'skill', 'what', 'who', 'from', 'to', 'why'],
  ...lines.map((l) => [
    String(l.id),
    new Date(l.at).toISOString(),
    l.skillName,
    l.move,
    l.actor,
    l.fromStatus ?? '-',
    l.toStatus ?? '-',
    l.reason,
  ]),
]

export const ledgerToWire = (l: LedgerLine) => ({
  entry: l.id,
  at: new Date(l.at).toISOString(),
  skill: l.skillName,
  skill_id: l.skillId,
  move: l.move,
  actor: l.actor,
  from: l.fromStatus,
  to: l.toStatus,
  version_id: l.versionId,
  reason: l.reason,
})

export const versionToWire = (v: SkillVersion) => ({
  id: v.id,
  version: v.version,
  head: v.head,
  state: v.state,
  author: v.author,
  parent_id: v.parentId,
  base_id: v.baseId,
  reason: v.reason,
  digest: v.digest,
  evidence: v.evidence,
  created_at: new Date(v.createdAt).toISOString(),
})
