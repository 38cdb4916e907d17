import { ledgerKey } from '../../domain/lifecycle.ts'
import type { KeptRecord, LedgerFile } from '../../store/ledger-file.ts'
import type { LedgerStore } from '../../store/ports/version-store.ts'
import type { LedgerEntry, LedgerLine, Revocation, SkillRecord } from '../../store/skill-records.ts'
import { aboutSkills, readable } from './ledger-mirror.ts'

/** What the file beside the skills tells of decisions, and the database no longer has. */
export interface LostDecisions {
  /** Revocations in force by the file, or of skills that are revoked. */
  readonly revocations: readonly Revocation[]
  /** Lines before the last one that both have; later ones are taken in by a look. */
  readonly lines: readonly LedgerEntry[]
}

/** Compares the decisions of the database with those of the file beside the skills. Throws the store's fault. */
export async function lostDecisions(
  store: LedgerStore,
  file: LedgerFile,
  { skills, ledger }: { readonly skills: readonly SkillRecord[]; readonly ledger: readonly LedgerLine[] },
): Promise<LostDecisions> {
  const records = readable(file)
  const inForce = new Set((await store.revocations()).map(({ skillName }) => skillName))
  const told = revocationsOf(records)
  const revokedAt = new Map(ledger.flatMap((line) => (line.move === 'revoke' ? [[line.skillName, line]] : [])))
  for (const { name, status, signature } of skills) {
    const line = revokedAt.get(name)
    if (status === 'revoked' && line !== undefined && !told.has(name))
      told.set(name, { skillName: name, signature, at: line.at, reason: line.reason })
  }
  return {
    revocations: [...told.values()].filter(({ skillName }) => !inForce.has(skillName)),
    lines: linesLost(records, ledger),
  }
}

/** The revocations that the file leaves in force, by the name of the skill. */
function revocationsOf(records: readonly KeptRecord[]): Map<string, Revocation> {
  const inForce = new Map<string, Revocation>()
  for (const { line, skill, revocation, revoked } of records)
    if (revoked !== undefined) inForce.set(revoked.skillName, revoked)
    else if (line !== undefined && revocation !== undefined) {
      const { skillName, at, reason } = line
      const signature = skill?.signature ?? null
      if (revocation === 'start') inForce.set(skillName, { skillName, signature, at, reason })
      else
        for (const one of [...inForce.values()])
          if (one.skillName === skillName || (signature !== null && one.signature === signature))
            inForce.delete(one.skillName)
    }
  return inForce
}

function linesLost(records: readonly KeptRecord[], ledger: readonly LedgerLine[]): readonly LedgerEntry[] {
  const known = new Set(aboutSkills(ledger).map(ledgerKey))
  const lines = records.flatMap(({ line }) => line ?? [])
  const common = lines.findLastIndex((line) => known.has(ledgerKey(line)))
  return lines.slice(0, Math.max(0, common)).filter((line) => !isForgettable(line) && !known.has(ledgerKey(line)))
}

/** Lines that retention removes with the versions that they tell of. */
export const isForgettable = ({ move, actor, fromStatus }: LedgerEntry): boolean =>
  (move === 'draft' || move === 'propose') && actor !== 'person' && fromStatus !== null
