import type { SkillOrigin, SkillStatus } from '../../domain/skill.ts'
import type { SkillRecord } from '../skill-records.ts'

/** A row as the driver gives it. */
export type SkillRow = Record<string, string | number | null>

/** The row of a skill. */
export function toSkill(row: SkillRow): SkillRecord {
  return {
    id: String(row.id),
    name: String(row.name),
    origin: row.origin as SkillOrigin,
    status: row.status as SkillStatus,
    signature: row.signature as string | null,
    description: String(row.description),
    triggers: JSON.parse(String(row.triggers_json)) as string[],
    body: String(row.body),
    path: String(row.path),
    needsReview: row.needs_review === 1,
    evidenceCount: Number(row.evidence_count),
    headVersion: String(row.head_version),
    digest: row.digest as string | null,
    stamp: row.stamp as string | null,
    rules: row.rules as string | null,
    altered: row.altered === 1,
    createdAt: Number(row.created_at),
  }
}
