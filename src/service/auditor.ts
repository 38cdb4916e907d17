import { type AuditFinding, type AuditReport, brokenReferences, duplicates, stale } from '../domain/audit.ts'
import type { SkillFolder } from '../store/skill-folder.ts'
import type { Clock } from './clock.ts'
import type { Curator } from './curator.ts'

export interface Auditor {
  /** Every skill with its standing, then what a person should look at. */
  audit(options?: { readonly staleDays?: number }): Promise<AuditReport>
}

export function createAuditor(parts: {
  readonly curator: Curator
  readonly folder: SkillFolder
  readonly clock: Clock
  readonly staleDays: number
}): Auditor {
  return {
    async audit({ staleDays = parts.staleDays } = {}) {
      const skills = await parts.curator.list()
      const live = skills.filter((skill) => skill.status !== 'archived' && skill.status !== 'revoked')
      const broken: AuditFinding[] = []
      for (const skill of live) {
        const files = (await parts.folder.read(skill.name))?.files
        broken.push(...brokenReferences(skill, files === undefined ? undefined : new Set(files.keys())))
      }
      const now = parts.clock.now()
      return {
        generatedAt: now,
        staleDays,
        skills,
        findings: [...stale(live, now, staleDays), ...duplicates(live), ...broken],
      }
    },
  }
}
