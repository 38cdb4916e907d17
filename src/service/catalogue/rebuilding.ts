import { isDrafted, isWithdrawn } from '../../domain/skill.ts'
import type { KeptRecord, KeptSkill, LedgerFile } from '../../store/ledger-file.ts'
import type { LedgerEntry, Rebuilt } from '../../store/skill-records.ts'
import type { Core } from '../core.ts'
import { seedAgain } from '../drafts/seeding.ts'
import type { SkillRepairs } from './catalogue.ts'
import { aboutSkills, endsAgree, missingCopies, missingRecords, readable, rewriteMirror } from './ledger-mirror.ts'
import { createStandings } from './standings.ts'

type RebuildingParts = Core<'store' | 'folder' | 'clearance' | 'clock' | 'tell'> & { readonly file: LedgerFile }

/**
 * Restores a database that was damaged, deleted or replaced from the file beside the skills: revocations, ledger and
 * the status of each skill, for exactly the bytes that the status was given to. Other bytes get no status from it.
 */
export function createRebuilding(parts: RebuildingParts): SkillRepairs {
  const { store, file, folder, tell } = parts
  const standing = createStandings(parts)
  const rebuiltFrom = createRebuilt(parts, standing)
  const isLasting = 'file' in store.place
  /** Without a database, or if the file cannot be written, it runs once for a process. */
  let isSettled = false

  const needsRepair = async (): Promise<boolean> => !isSettled && !(await endsAgree(store, file))

  async function repair(): Promise<readonly string[]> {
    if (!(await needsRepair())) return []
    // The bytes that a row was for, before what lies in the skills folder is compared with the rows.
    const back = await folder.putBackReplaced()
    const records = file.read()
    const missing = await missingRecords(store, records)
    const rebuilt = await rebuiltFrom(await withoutInterrupted(missing, records, digestOf))
    if (rebuilt.lines.length + rebuilt.revocations.length + rebuilt.copies.length > 0) await store.rebuild(rebuilt)
    for (const { skill, version } of rebuilt.skills) await seedAgain(parts, skill, version)
    await settle()
    const { skills, revocations } = rebuilt
    const revoked = revocations.filter(({ lifted }) => !lifted).length
    // Without a database what is said of it is said already, and nothing lasts that could be called repaired.
    if (!isLasting || skills.length + revoked === 0) return back
    const found = `skills: ${skills.length}, revocations: ${revoked}`
    return [...back, `the database had lost what was decided about skills; it was taken from ${file.path} (${found})`]
  }

  const read = async (name: string) => await folder.read(name).catch(() => undefined)
  const digestOf = async (name: string) => (await read(name))?.digest

  async function regain(names?: readonly string[]): Promise<readonly string[]> {
    if (names?.length === 0) return []
    const lost = await lostSkills(names)
    if (lost.length === 0) return []
    const rebuilt = await Promise.all(lost.map(standing))
    const lines = rebuilt.flatMap(({ line }) => line ?? [])
    await store.rebuild({ lines, skills: rebuilt, revocations: [], copies: [] })
    await settle()
    return lost.map(({ name }) => `the database had lost the row of "${name}"; it was taken from ${file.path}`)
  }

  /** A skill whose last line in the ledger is of another one, or a purge, is not lost. */
  async function lostSkills(names?: readonly string[]): Promise<readonly KeptSkill[]> {
    const kept = lastOf(readable(file))
    const lost: KeptSkill[] = []
    for (const name of names ?? kept.keys()) {
      const skill = kept.get(name)
      if (skill === undefined || (await store.skill(name)) !== undefined) continue
      const last = aboutSkills(await store.ledger(name)).at(-1)
      if (last?.skillId === skill.id && last.move !== 'purge') lost.push(skill)
    }
    return lost
  }

  async function settle(): Promise<void> {
    if (!isLasting) isSettled = true
    else
      try {
        await rewriteMirror(store, file)
      } catch (cause) {
        isSettled = true
        tell({ kind: 'warning', what: `decisions about skills are in the database, but not in ${file.path}`, cause })
      }
  }

  return { needsRepair, repair, regain }
}

function createRebuilt({ store, file, folder }: RebuildingParts, standing: ReturnType<typeof createStandings>) {
  async function rebuiltFrom(records: readonly KeptRecord[]): Promise<Rebuilt> {
    const kept = lastOf(records)
    const lines = records.flatMap(({ line }) => line ?? [])
    const skills: Rebuilt['skills'][number][] = []
    for (const skill of kept.values()) {
      const there = await store.skill(skill.name)
      // What this database itself holds under that name is not overwritten.
      if (there !== undefined && there.id !== skill.id) continue
      const { line, ...found } = await standing(skill)
      if (line !== undefined) lines.push(line)
      skills.push(found)
    }
    const purged = (await Promise.all(lines.filter(({ move }) => move === 'purge').map(purgedSince))).flat()
    skills.push(...purged)
    const unheld = await unheldVersions(lines, purged)
    // Versions that a purge took away cannot be the head of what an older database still holds.
    const told = lines.map((line) => (unheld.has(line.versionId ?? '') ? { ...line, versionId: null } : line))
    return { lines: told, skills, revocations: records.flatMap(revokedBy), copies: await missingCopies(store, file) }
  }

  /** Versions that lines name of skills that were purged since, and that this database lacks. */
  async function unheldVersions(
    lines: readonly LedgerEntry[],
    purged: Rebuilt['skills'],
  ): Promise<ReadonlySet<string>> {
    const unheld = new Set<string>()
    for (const { skill } of purged) {
      const held = new Set((await store.versions(skill.id)).map(({ id }) => id))
      for (const { skillName, versionId } of lines)
        if (skillName === skill.name && versionId !== null && !held.has(versionId)) unheld.add(versionId)
    }
    return unheld
  }

  /**
   * An older database may hold a skill that was purged since: it is revoked. What it holds of it stays, since a line of a
   * file deletes nothing.
   */
  async function purgedSince({ skillName, skillId }: LedgerEntry): Promise<Rebuilt['skills']> {
    const there = await store.skill(skillName)
    if (there === undefined || there.id !== skillId || there.status === 'revoked') return []
    const head = (await store.versions(there.id)).find(({ version }) => version === there.headVersion)
    if (head === undefined) return []
    const path = folder.isAway(there.path) ? there.path : folder.awayPath(skillName)
    return [{ skill: { ...there, status: 'revoked', path }, version: { ...head, files: new Map() } }]
  }

  return rebuiltFrom
}

/** The last status of each skill that was not purged since. */
function lastOf(records: readonly KeptRecord[]): ReadonlyMap<string, KeptSkill> {
  const kept = new Map<string, KeptSkill>()
  for (const { line, skill } of records)
    if (skill !== undefined) kept.set(skill.name, skill)
    else if (line?.move === 'purge') kept.delete(line.skillName)
  return kept
}

function revokedBy({ line, skill, revocation, revoked }: KeptRecord): Rebuilt['revocations'] {
  if (revoked !== undefined) return [{ ...revoked, lifted: false }]
  if (line === undefined || revocation === undefined) return []
  const { skillName, at, reason } = line
  return [{ skillName, signature: skill?.signature ?? null, at, reason, lifted: revocation === 'lift' }]
}

/**
 * What the file beside the skills tells and the database lacks (`missing`, the end of `all`), without moves of which only
 * the note came to the disk: a power cut took the rows, and came before the folder was written. Such a skill is as before:
 * its folder has the bytes of the record before (`digestOf`), or is absent where the move was its draft.
 */
async function withoutInterrupted(
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
    if (skill === undefined || record.revocation !== undefined || isWithdrawn(skill)) continue
    const before = all.slice(0, all.indexOf(record)).findLast((one) => one.line?.skillName === name)
    const digest = await digestOf(name)
    const isAsBefore =
      before === undefined
        ? digest === undefined &&
          record.line?.move === 'draft' &&
          record.line.fromStatus === null &&
          isDrafted(skill.origin)
        : before.skill?.id === skill.id && !isWithdrawn(before.skill) && before.skill.head.digest === digest
    if (isAsBefore && digest !== skill.head.digest) interrupted.add(record)
  }
  return missing.filter((record) => !interrupted.has(record))
}
