import { ledgerKey } from '../../domain/lifecycle.ts'
import type { KeptRecord, LedgerFile } from '../../store/ledger-file.ts'
import type { SkillStore } from '../../store/ports/skill-store.ts'
import type { LedgerStore } from '../../store/ports/version-store.ts'
import type { LedgerEntry, LedgerLine, Revocation, SkillRecord } from '../../store/skill-records.ts'
import { aboutSkills, readable } from './ledger-mirror.ts'

/** What the file beside the skills tells of decisions, and the database no longer has. */
export interface LostDecisions {
  /** Revocations in force by the file, or of skills that are revoked. */
  readonly revocations: readonly Revocation[]
  /** Lines between others that are there; `id`: the number that each had, undefined where none is free there. */
  readonly lines: readonly (LedgerEntry & { readonly id: number | undefined })[]
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
    lines: linesBetween(records, ledger),
  }
}

/** Puts back what was lost, as far as it has a place. */
export const giveBack = async (store: SkillStore, { revocations, lines }: LostDecisions): Promise<void> =>
  await store.rebuild({
    ...{ lines: [], skills: [], copies: [] },
    revocations: revocations.map((one) => ({ ...one, lifted: false })),
    between: lines.flatMap(({ id, ...line }) => (id === undefined ? [] : [{ ...line, id }])),
  })

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

/** Lines of the file that the database lacks before the last one that both have; later ones are taken in by a look. */
function linesBetween(records: readonly KeptRecord[], ledger: readonly LedgerLine[]): LostDecisions['lines'] {
  const idOf = new Map(aboutSkills(ledger).map((line) => [ledgerKey(line), line.id]))
  const used = new Set(ledger.map(({ id }) => id))
  const lost: LostDecisions['lines'][number][] = []
  let before = 0
  let run: LedgerEntry[] = []
  for (const { line } of records) {
    if (line === undefined) continue
    const id = idOf.get(ledgerKey(line))
    if (id === undefined) {
      if (!isForgettable(line)) run.push(line)
      continue
    }
    const free = freeBelow(id, before, run.length, used)
    lost.push(...run.map((one, at) => ({ ...one, id: free[at] })))
    before = id
    run = []
  }
  return lost
}

/** The highest free numbers between two, at most `count`, in ascending order. */
function freeBelow(id: number, above: number, count: number, used: ReadonlySet<number>): readonly number[] {
  const free: number[] = []
  for (let one = id - 1; one > above && free.length < count; one--) if (!used.has(one)) free.unshift(one)
  return free
}

/** Lines that retention removes with the versions that they tell of. */
export const isForgettable = ({ move, actor, fromStatus }: LedgerEntry): boolean =>
  (move === 'draft' || move === 'propose') && actor !== 'person' && fromStatus !== null
