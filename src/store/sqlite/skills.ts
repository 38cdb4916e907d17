import type { Database } from 'better-sqlite3'
import {
  isAsExpected,
  type LedgerEntry,
  type Rebuilt,
  type ReturnedTurns,
  type SkillChange,
  type SkillLocation,
  type SkillRecord,
  type VerdictRecord,
} from '../skill-records.ts'
import { exportTable } from './exports.ts'
import { ledgerTable, revocationTable } from './ledger.ts'
import { skills } from './schema.ts'
import type { skillFinding } from './skill-finding.ts'
import { RECORD, SKILL, skillChangeLog, toSkill } from './skill-rows.ts'
import { statements } from './statements.ts'
import { versionReads, versionRows } from './version-rows.ts'
import { overwriting } from './waiting.ts'

interface SkillTableParts {
  readonly finishTrigger: (id: string) => void
  readonly forgetArm: (name: string) => void
  readonly returnTurns: (returned: ReturnedTurns, at: number) => void
  readonly saveVerdict: (verdict: VerdictRecord) => void
  readonly finding: Pick<ReturnType<typeof skillFinding>, 'indexSkill' | 'forgetText'>
}

/** Skills, their versions and the ledger; a change of a skill and its ledger line are one transaction. */
export function skillTable(
  db: Database,
  { finishTrigger, forgetArm, returnTurns, saveVerdict, finding }: SkillTableParts,
) {
  const noteChange = skillChangeLog(db)
  const byName = db.prepare<[string]>(`SELECT ${SKILL} FROM skills WHERE name = ?`)
  const save = statements(db).insert(skills, RECORD)
  const place = db.prepare<[string, string, string, string]>(
    'UPDATE skills SET path = ?, digest = ?, stamp = ? WHERE id = ?',
  )
  const versions = versionRows(db)
  const ledger = ledgerTable(db)
  const revocations = revocationTable(db)

  const apply = db.transaction((change: SkillChange): boolean => {
    const { skill: s, expect, version, revocation, ledger: line } = change
    const row = byName.get(s.name)
    if (!isAsExpected(row === undefined ? undefined : toSkill(row), expect)) return false
    saveSkill(s)
    if (version !== undefined) versions.keepVersion(version)
    if (change.newcomer === true) forgetArm(s.name)
    const revoked = { skillName: s.name, signature: s.signature, at: line.at, reason: line.reason }
    if (revocation === 'lift') revocations.lift(revoked)
    if (revocation === 'start') revocations.revoke(revoked)
    for (const decided of change.decides ?? []) versions.decide(decided)
    for (const verdict of change.accepts ?? []) saveVerdict({ ...verdict, accepted: true })
    if (change.returned !== undefined) returnTurns(change.returned, line.at)
    for (const id of change.finishes ?? []) finishTrigger(id)
    ledger.write(line)
    return true
  })

  const takeBack = db.transaction(
    ({ version, decides, accepts, revocation, ledger: line }: SkillChange, s: SkillRecord) => {
      saveSkill(s)
      if (version !== undefined) versions.forget(version.id)
      for (const { versionId, was = 'proposed' } of decides ?? []) versions.decide({ versionId, state: was })
      for (const verdict of accepts ?? []) saveVerdict({ ...verdict, accepted: false })
      const revoked = { skillName: s.name, signature: s.signature, at: line.at }
      if (revocation === 'start') revocations.unrevoke(revoked)
      if (revocation === 'lift') revocations.unlift(revoked)
      ledger.unwrite(line)
    },
  )

  const placed = db.transaction((skillId: string, { path, digest, stamp }: SkillLocation, finishes?: string): void => {
    place.run(path, digest, stamp, skillId)
    noteChange(skillId)
    if (finishes !== undefined) finishTrigger(finishes)
  })

  const dropTrigger = db.transaction((triggerId: string, line: LedgerEntry, returned?: ReturnedTurns): void => {
    ledger.write(line)
    finishTrigger(triggerId)
    if (returned !== undefined) returnTurns(returned, line.at)
  })

  function saveSkill(s: SkillRecord): void {
    save({ ...s, altered: Number(s.altered), look: s.altered ? s.look : null })
    noteChange(s.id)
    finding.indexSkill(s)
  }

  return {
    ...versionReads(db),
    ...ledger,
    revocations: revocations.revocations,
    rebuild: rebuilding(db, { saveSkill, versions, ledger, revocations }),
    apply: apply.immediate,
    takeBack: takeBack.immediate,
    placed: placed.immediate,
    forget: forgetting(db, { noteChange, versions, ledger, finding, forgetArm }),
    dropTrigger: dropTrigger.immediate,
  }
}

/** Deletes a skill, its versions and every word of it; its ledger stays. */
function forgetting(
  db: Database,
  {
    noteChange,
    versions,
    ledger,
    finding,
    forgetArm,
  }: Pick<SkillTableParts, 'finding' | 'forgetArm'> & {
    readonly noteChange: ReturnType<typeof skillChangeLog>
    readonly versions: ReturnType<typeof versionRows>
    readonly ledger: ReturnType<typeof ledgerTable>
  },
) {
  const forgetSkill = ["notes WHERE kind = 'content' AND key", 'skills WHERE id'].map((rows) =>
    db.prepare<[string]>(`DELETE FROM ${rows} = ?`),
  )
  const forgetPrompts = db.prepare<[string]>('DELETE FROM evolved_prompts WHERE skill_name = ?')
  const forgetInConversations = db.prepare<[string]>('UPDATE conversations SET text = NULL WHERE skill = ?')
  const forgetActive = db.prepare<[{ name: string }]>(
    `UPDATE notes SET value_json = (SELECT json_group_array(json(value)) FROM json_each(value_json)
       WHERE value ->> 'skill' <> :name)
     WHERE kind = 'active' AND EXISTS (SELECT 1 FROM json_each(value_json) WHERE value ->> 'skill' = :name)`,
  )
  const forget = db.transaction((skillId: string, line: LedgerEntry): void => {
    noteChange(skillId)
    versions.forgetAll(skillId)
    for (const drop of forgetSkill) drop.run(skillId)
    finding.forgetText(line.skillName)
    forgetPrompts.run(line.skillName)
    forgetInConversations.run(line.skillName)
    forgetActive.run({ name: line.skillName })
    // A later skill of this name starts without outcomes.
    forgetArm(line.skillName)
    ledger.write(line)
  })
  return (skillId: string, line: LedgerEntry): void => overwriting(db, () => forget.immediate(skillId, line))
}

/**
 * Restores lost rows in one transaction. Existing lines, versions and revocations stay as they are, except that the
 * revocation of a skill whose row is revoked is in force again.
 */
function rebuilding(
  db: Database,
  parts: {
    readonly saveSkill: (skill: SkillRecord) => void
    readonly versions: ReturnType<typeof versionRows>
    readonly ledger: ReturnType<typeof ledgerTable>
    readonly revocations: ReturnType<typeof revocationTable>
  },
): (rebuilt: Rebuilt) => void {
  const { saveSkill, versions, ledger, revocations } = parts
  const hasVersion = db.prepare<[string], number>('SELECT 1 FROM skill_versions WHERE id = ?').pluck()
  const hasCopy = db.prepare<[string], number>('SELECT 1 FROM skill_exports WHERE path = ?').pluck()
  const { noteExport } = exportTable(db)
  const rebuild = db.transaction(({ lines, skills, revocations: told, copies }: Rebuilt): void => {
    for (const one of skills) giveSkill(one)
    for (const { lifted, ...one } of told)
      if (lifted) revocations.lift(one)
      else revocations.restore(one)
    for (const line of lines) ledger.write(line)
    for (const copy of copies) if (hasCopy.get(copy.path) === undefined) noteExport(copy)
  })

  function giveSkill({ skill, version }: Rebuilt['skills'][number]): void {
    saveSkill(skill)
    if (hasVersion.get(version.id) !== undefined) {
      if (version.files.size > 0) versions.keepFiles(version.id, version.files)
      return
    }
    // A database that a repair tool put together may have files of a version that it lost.
    if (version.files.size > 0) versions.forget(version.id)
    versions.keepVersion(version)
  }

  return rebuild.immediate
}
