import { asWaylandError } from '../../domain/errors.ts'
import type { Tell } from '../../domain/event.ts'
import { copiedContent } from '../../domain/export/shape.ts'
import { ledgerKey } from '../../domain/lifecycle.ts'
import type { KeptRecord, KeptSkill, LedgerFile } from '../../store/ledger-file.ts'
import type { SkillLookups } from '../../store/ports/skill-store.ts'
import type { ExportStore, LedgerStore, VersionStore } from '../../store/ports/version-store.ts'
import type {
  ExportRecord,
  LedgerEntry,
  LedgerLine,
  SkillChange,
  SkillRecord,
  VersionRecord,
} from '../../store/skill-records.ts'
import type { Store } from '../../store/store.ts'

/** Ledger lines kept when the file is rewritten, besides the last line of each skill. */
const MAX_LINES = 5_000

/**
 * Wraps a store so that each change of a skill's status is also appended to a file beside the skills, from which a lost
 * database is restored. Of a store that does not last only its drafts are, which a later database then knows.
 */
export function withLedgerMirror(store: Store, file: LedgerFile, tell: Tell): Store {
  const isLasting = 'file' in store.place
  const isNoted = ({ skill, line }: KeptRecord) => isLasting || (skill?.origin === 'auto' && line?.actor === 'auto')

  async function note(record: KeptRecord): Promise<void> {
    if (!isNoted(record)) return
    try {
      // A file that was lost comes back whole or not at all: one with the new line alone would look complete.
      if (isLasting && !file.isThere()) await rewriteMirror(store, file)
      else if (!(await file.append(record)) && isLasting) await rewriteMirror(store, file)
    } catch (cause) {
      // The next look finds the file behind the database, and rewrites it.
      tell({
        kind: 'warning',
        what: `${recordText(record)} is ${isLasting ? 'in the database, but ' : ''}not in ${file.path}`,
        cause,
      })
    }
  }

  const noted = new WeakMap<SkillChange, KeptRecord>()

  return {
    ...store,
    async apply(change) {
      const isDone = await store.apply(change)
      if (!isDone) return false
      const record = await recordOf(store, change)
      noted.set(change, record)
      await note(record)
      return true
    },
    async takeBack(change, before) {
      await store.takeBack(change, before)
      const record = noted.get(change)
      if (!isLasting && (record === undefined || !isNoted(record))) return
      try {
        const isGone = record !== undefined && (await file.removeLast(record))
        if (!isGone && isLasting) await rewriteMirror(store, file)
      } catch (cause) {
        tell({ kind: 'warning', what: `${file.path} still holds a move that was taken back`, cause })
      }
    },
    async forget(skillId, line) {
      await store.forget(skillId, line)
      await note({ line })
    },
    async scrub() {
      await store.scrub()
      // Earlier lines of a purged skill hold the requests that it was drafted from.
      if (isLasting) await rewriteMirror(store, file)
    },
    async dropTrigger(triggerId, line, returned) {
      await store.dropTrigger(triggerId, line, returned)
      if (line.skillId !== null) await note({ line })
    },
    async noteExport(copy) {
      await store.noteExport(copy)
      // What is noted once it is written was noted before with the same digests.
      if (copy.stamp === null) await note({ copy })
    },
    async forgetExport(path) {
      await store.forgetExport(path)
      await note({ uncopied: path })
    },
  }
}

const recordText = ({ line, copy, uncopied }: KeptRecord): string =>
  line === undefined ? `the copy in ${copy?.path ?? uncopied}` : `the last move of "${line.skillName}"`

async function recordOf(store: VersionStore, { skill, revocation, ledger }: SkillChange): Promise<KeptRecord> {
  const head = (await store.versions(skill.id)).find(({ version }) => version === skill.headVersion)
  const kept = await keptOf(store, skill, head)
  return {
    line: ledger,
    ...(kept === undefined ? {} : { skill: kept }),
    ...(revocation === undefined ? {} : { revocation }),
  }
}

async function keptOf(
  store: VersionStore,
  row: SkillRecord,
  head: VersionRecord | undefined,
  contents: ReadonlyMap<string, string | null> = new Map(),
): Promise<KeptSkill | undefined> {
  if (head === undefined) return undefined
  const { id, name, origin, status, signature, triggers, needsReview, altered, evidenceCount, path, createdAt } = row
  const { projects, look } = row
  return {
    ...{ id, name, origin, status, signature, triggers, needsReview, altered, evidenceCount, path, createdAt },
    ...(projects === undefined ? {} : { projects }),
    ...(look === undefined ? {} : { look }),
    head: { id: head.id, version: head.version, author: head.author, digest: head.digest },
    content: copiedContent(await store.files(head.id)) ?? contents.get(head.digest) ?? null,
  }
}

/**
 * Rewrites the file from the database: revocations in force, copies, the last line of each skill, and the latest other
 * lines. The content of bytes that are gone is taken from the file itself.
 */
export async function rewriteMirror(
  store: ExportStore & LedgerStore & SkillLookups & VersionStore,
  file: LedgerFile,
): Promise<void> {
  const lines = (await linesOfSkills(store)).map(({ id: _, ...line }) => line)
  const lastOf = new Map(lines.map((line) => [line.skillName, line]))
  const skills = new Map((await store.skills()).map((row) => [row.name, row]))
  const contents = new Map(
    readable(file).flatMap(({ skill }) => (skill?.content ? [[skill.head.digest, skill.content]] : [])),
  )
  const heads = await store.heads()
  const records: KeptRecord[] = [
    ...(await store.revocations()).map((revoked) => ({ revoked })),
    ...(await store.exports()).map((copy) => ({ copy })),
  ]
  for (const [at, line] of lines.entries()) {
    const isLast = lastOf.get(line.skillName) === line
    if (!isLast && at < lines.length - MAX_LINES) continue
    const row = isLast ? skills.get(line.skillName) : undefined
    const skill = row === undefined ? undefined : await keptOf(store, row, heads.get(row.id), contents)
    records.push({ line, ...(skill === undefined ? {} : { skill }) })
  }
  await file.rewrite(records)
}

/** What the file says, as far as it can be read. */
export function readable(file: LedgerFile): readonly KeptRecord[] {
  try {
    return file.read()
  } catch {
    return []
  }
}

/** Copies for agents that the file tells of and the database does not. */
export async function missingCopies(store: ExportStore, file: LedgerFile): Promise<readonly ExportRecord[]> {
  const kept = new Map<string, ExportRecord>()
  for (const { copy, uncopied } of file.read())
    if (copy !== undefined) kept.set(copy.path, copy)
    else if (uncopied !== undefined) kept.delete(uncopied)
  for (const { path } of await store.exports()) kept.delete(path)
  return [...kept.values()]
}

/** Ledger lines about skills, oldest first. */
export const linesOfSkills = async (store: LedgerStore) => aboutSkills(await store.ledger())

export const aboutSkills = (lines: readonly LedgerLine[]): readonly LedgerLine[] =>
  lines.filter(({ skillId }) => skillId !== null)

/** Whether file and database end with the same line; an unreadable file is left to the repair. */
export async function endsAgree(store: LedgerStore, file: LedgerFile): Promise<boolean> {
  const last = await store.lastLine()
  try {
    return file.lastKey() === (last === undefined ? undefined : ledgerKey(last))
  } catch (error) {
    return asWaylandError(error).kind === 'unavailable'
  }
}

/**
 * Which of the file's records the database lacks: the lines after the last common one, and revocations, which stand at the
 * beginning of a file that was rewritten.
 */
export async function missingRecords(
  store: LedgerStore,
  records: readonly KeptRecord[],
): Promise<readonly KeptRecord[]> {
  const known = new Set((await linesOfSkills(store)).map(ledgerKey))
  const common = records.findLastIndex(({ line }) => line !== undefined && known.has(ledgerKey(line)))
  if (common < 0) return records
  const inForce = new Set((await store.revocations()).map(({ skillName, at }) => `${at} ${skillName}`))
  const isMissing = ({ revoked }: KeptRecord) => revoked && !inForce.has(`${revoked.at} ${revoked.skillName}`)
  const since = records.slice(common + 1).filter(({ line, revoked }) => line !== undefined && revoked === undefined)
  return [...records.filter(isMissing), ...since]
}

/** A ledger line for a change that the restoration of the database itself made. */
export const rebuiltLine = (skill: KeptSkill, more: Partial<LedgerEntry>, at: number): LedgerEntry => ({
  at,
  skillName: skill.name,
  skillId: skill.id,
  move: 'edit',
  actor: 'person',
  fromStatus: skill.status,
  toStatus: skill.status,
  versionId: null,
  reason: '',
  ...more,
})
