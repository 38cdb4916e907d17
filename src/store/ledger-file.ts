import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  fstatSync,
  ftruncateSync,
  lstatSync,
  openSync,
  readFileSync,
  readSync,
  writeSync,
} from 'node:fs'
import { dirname, isAbsolute, join } from 'node:path'
import { ledgerKey } from '../domain/lifecycle.ts'
import { isSkillName, SKILL_ORIGINS, SKILL_STATUSES } from '../domain/skill.ts'
import { flushed, orCannot } from './folder-files.ts'
import { makeFolder } from './make-folder.ts'
import { replaceFile, sweepParts } from './replace-file.ts'
import type { ExportRecord, LedgerEntry, Revocation, SkillRecord, VersionRecord } from './skill-records.ts'

/** A skill's status as stored beside the skills: a review applies to the bytes of this digest only. */
export interface KeptSkill
  extends Pick<
    SkillRecord,
    | 'id'
    | 'name'
    | 'origin'
    | 'status'
    | 'signature'
    | 'triggers'
    | 'needsReview'
    | 'altered'
    | 'look'
    | 'evidenceCount'
    | 'path'
    | 'createdAt'
    | 'projects'
  > {
  readonly head: Pick<VersionRecord, 'id' | 'version' | 'author' | 'digest'>
  /** What a copy for any agent has in common with these bytes (`copiedContent`); null where they are no skill. */
  readonly content?: string | null
}

/** One line of the file: a ledger line with the skill as it was after it, a revocation in force, or a copy for agents. */
export interface KeptRecord {
  readonly line?: LedgerEntry
  readonly skill?: KeptSkill
  readonly revocation?: 'start' | 'lift'
  readonly revoked?: Revocation
  readonly copy?: ExportRecord
  /** Path of a copy that was taken back, or is a person's from now on. */
  readonly uncopied?: string
}

export type LedgerFile = ReturnType<typeof openLedgerFile>

/** The file is rewritten above this size in bytes, if it has also doubled since the last rewriting. */
const BOUND = 1024 * 1024
/** Maximum length of a reason here; the database has all of it. */
const MAX_REASON = 1_000
/** Bytes at the end of the file that certainly hold its last line. */
const TAIL = 64 * 1024

/**
 * Ledger, revocations and statuses beside the skills, independent of the database: JSON lines, appended and synced. A
 * line that was torn by an interruption is skipped. Throws `storage_unavailable`. Opening it also deletes what ended
 * processes left of rewriting the file: after a failure the next rewriting may be far off.
 */
export function openLedgerFile(path: string) {
  sweepParts(path)
  return {
    path,
    isThere: (): boolean => existsSync(path),
    /** Key of the last ledger line; undefined if there is none. Reads the end of the file only. */
    lastKey(): string | undefined {
      const tail = orCannot('read', path, () => readTail(path))
      const lines = tail.text.split('\n')
      // The first line is incomplete if the file is longer than what was read.
      const whole = tail.isAll ? lines : lines.slice(1)
      for (const text of whole.reverse()) {
        const [{ line } = {}] = parsed(text)
        if (line !== undefined) return ledgerKey(line)
      }
      return undefined
    },
    read(): readonly KeptRecord[] {
      return orCannot('read', path, () => (existsSync(path) ? readFileSync(path, 'utf8') : ''))
        .split('\n')
        .flatMap(parsed)
    },
    /** False if the file has grown beyond its limit and has to be rewritten. */
    async append(record: KeptRecord): Promise<boolean> {
      return await orCannot('write', path, async () => {
        makeFolder(dirname(path))
        const handle = openSync(path, 'a+', 0o600)
        try {
          const { size } = fstatSync(handle)
          const last = Buffer.alloc(1)
          // A torn line is ended, so that the next one is parsed separately.
          const isTorn = size > 0 && readSync(handle, last, 0, 1, size - 1) === 1 && last[0] !== LINE_END
          writeSync(handle, `${isTorn ? '\n' : ''}${lineOf(record)}`)
          const isWithin = size < BOUND || size < 2 * sizeOf(handle)
          // Asynchronous, to serve other requests meanwhile.
          await flushed(handle)
          return isWithin
        } finally {
          closeSync(handle)
        }
      })
    },
    /** Removes a record that was appended, byte for byte; false if it is not the last one. */
    async removeLast(record: KeptRecord): Promise<boolean> {
      return await orCannot('write', path, async () => {
        const handle = openSync(path, 'r+')
        try {
          const last = Buffer.from(lineOf(record))
          const there = Buffer.alloc(last.length)
          const from = fstatSync(handle).size - last.length
          if (from < 0 || readSync(handle, there, 0, there.length, from) !== last.length || !there.equals(last))
            return false
          ftruncateSync(handle, from)
          await flushed(handle)
          return true
        } finally {
          closeSync(handle)
        }
      })
    },
    async rewrite(records: readonly KeptRecord[]): Promise<void> {
      const text = records.map(lineOf).join('')
      await orCannot('write', path, async () => {
        makeFolder(dirname(path))
        await replaceFile(path, `${JSON.stringify({ schema: 1, size: Buffer.byteLength(text) })}\n${text}`)
      })
    },
    /** Throws if the file could not be rewritten now: another file takes its place then. */
    insistOnRights: (): void =>
      orCannot('write', path, () => {
        const there = lstatSync(path, { throwIfNoEntry: false })
        if (there !== undefined && !there.isFile()) throw new Error('it is no file')
        makeFolder(dirname(path))
        accessSync(dirname(path), constants.W_OK | constants.X_OK)
      }),
  }
}

const LINE_END = 10

const lineOf = (record: KeptRecord): string => `${JSON.stringify(bounded(record))}\n`

/** Size of the file at its last rewriting, from its first line. */
function sizeOf(handle: number): number {
  const head = Buffer.alloc(64)
  const read = readSync(handle, head, 0, head.length, 0)
  return Number(/^\{"schema":\d+,"size":(\d+)\}/.exec(head.toString('utf8', 0, read))?.[1] ?? 0)
}

function readTail(path: string): { readonly text: string; readonly isAll: boolean } {
  if (!existsSync(path)) return { text: '', isAll: true }
  const handle = openSync(path, 'r')
  try {
    const { size } = fstatSync(handle)
    const bytes = Buffer.alloc(Math.min(size, TAIL))
    const read = readSync(handle, bytes, 0, bytes.length, size - bytes.length)
    return { text: bytes.toString('utf8', 0, read), isAll: size <= TAIL }
  } finally {
    closeSync(handle)
  }
}

const bounded = (record: KeptRecord): KeptRecord =>
  record.line === undefined
    ? record
    : { ...record, line: { ...record.line, reason: record.line.reason.slice(0, MAX_REASON) } }

/** Parses a record; torn or foreign lines give none. */
function parsed(text: string): KeptRecord[] {
  try {
    const record = JSON.parse(text) as KeptRecord
    const { line, skill, revoked, copy, uncopied } = record
    if (copy !== undefined)
      return isKeptCopy(copy) ? [{ copy: { ...copy, tools: isText(copy.tools) ? copy.tools : '' } }] : []
    if (uncopied !== undefined) return isText(uncopied) ? [{ uncopied }] : []
    const isLine = line === undefined || (isText(line.skillName) && isText(line.move) && Number.isFinite(line.at))
    const isSkill = skill === undefined || isKeptSkill(skill)
    const isRevoked = revoked === undefined || isText(revoked.skillName)
    return (line ?? revoked) !== undefined && isLine && isSkill && isRevoked ? [record] : []
  } catch {
    return []
  }
}

/** Validates the fields, so that none is used as a path or an unknown status. */
const isKeptSkill = ({ id, name, status, origin, path, triggers, head, projects = [] }: KeptSkill): boolean =>
  [id, path, head?.id, head?.digest, head?.version].every(isText) &&
  isSkillName(name) &&
  STATUSES.has(status) &&
  ORIGINS.has(origin) &&
  ORIGINS.has(head.author) &&
  [triggers, projects].every((list) => Array.isArray(list) && list.every(isText))

/** A copy is a folder of the skill's name in a folder of skills, and nothing else is ever removed for one. */
const isKeptCopy = ({ path, root, base, engines, skillName, digests }: ExportRecord): boolean =>
  isSkillName(skillName) &&
  isAbsolute(root) &&
  path === join(root, skillName) &&
  isText(base) &&
  [engines, digests].every((list) => Array.isArray(list) && list.every(isText))

const STATUSES: ReadonlySet<string> = new Set(SKILL_STATUSES)
const ORIGINS: ReadonlySet<string> = new Set(SKILL_ORIGINS)

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''
