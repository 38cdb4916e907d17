import { isDrafted } from '../../domain/skill.ts'
import type { KeptRecord } from '../../store/ledger-file.ts'

/**
 * What the file beside the skills tells and the database lacks (`missing`, the end of `all`), without moves of which only
 * the note came to the disk: a power cut took the rows, and came before the folder was written. Such a skill is as before:
 * its folder has the bytes of the record before (`digestOf`), or is absent where the move was its draft.
 */
export async function withoutInterrupted(
  missing: readonly KeptRecord[],
  all: readonly KeptRecord[],
  digestOf: (name: string) => Promise<string | undefined>,
): Promise<readonly KeptRecord[]> {
  const last = new Map<string, KeptRecord>()
  for (const record of missing) if (record.line !== undefined) last.set(record.line.skillName, record)
  const interrupted = new Set<KeptRecord>()
  for (const [name, record] of last) {
    const { skill } = record
    // What was put away, or taken back, stays so.
    if (skill === undefined || record.revocation !== undefined || isWithdrawn(skill.status)) continue
    const before = all.slice(0, all.indexOf(record)).findLast((one) => one.line?.skillName === name)
    const digest = await digestOf(name)
    const isAsBefore =
      before === undefined
        ? digest === undefined &&
          record.line?.move === 'draft' &&
          record.line.fromStatus === null &&
          isDrafted(skill.origin)
        : before.skill?.id === skill.id && !isWithdrawn(before.skill.status) && before.skill.head.digest === digest
    if (isAsBefore && digest !== skill.head.digest) interrupted.add(record)
  }
  return missing.filter((record) => !interrupted.has(record))
}

const isWithdrawn = (status: string): boolean => status === 'archived' || status === 'revoked'
