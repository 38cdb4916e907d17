import type { SkillChange, SkillRecord } from './skill-records.ts'

/** Whether a skill is still in the state that a change was decided on. */
export function isAsExpected(now: SkillRecord | undefined, expect: SkillChange['expect']): boolean {
  if (now === undefined || expect === 'absent') return now === undefined && expect === 'absent'
  return now.status === expect.status && now.headVersion === expect.headVersion && now.digest === expect.digest
}
