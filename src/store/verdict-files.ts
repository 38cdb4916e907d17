import { appendFileSync, readFileSync, statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { APPROVALS } from '../domain/bank/user-folder.ts'
import type { Capability } from '../domain/capabilities/capability.ts'
import { absent, isThere, orCannot } from './folder-files.ts'
import { makeFolder } from './make-folder.ts'
import { replaceFile } from './replace-file.ts'
import type { VerdictFinding } from './skill-records.ts'

/**
 * Marks for content that must not be offered, beside the skills and independent of the database: one file each, named
 * by digest. A mark can only withhold; no file here makes a skill offered.
 */
export function openHeldFiles(folder: string) {
  const fileOf = (digest: string): string => join(folder, `${digest}.json`)
  return {
    /** Why this content is held; undefined if there is no mark. An unreadable mark holds. */
    async read(digest: string): Promise<readonly VerdictFinding[] | undefined> {
      const file = fileOf(digest)
      try {
        const text = await readFile(file, 'utf8').catch(absent)
        return text === undefined ? undefined : findingsOf(text)
      } catch {
        return [UNREADABLE]
      }
    },
    async write(digest: string, findings: readonly VerdictFinding[]): Promise<void> {
      const file = fileOf(digest)
      await orCannot('write', file, async () => {
        makeFolder(folder)
        await replaceFile(file, `${JSON.stringify({ digest, verdict: 'block', findings }, null, 2)}\n`)
      })
    },
  }
}

export type HeldFiles = ReturnType<typeof openHeldFiles>

function findingsOf(text: string): readonly VerdictFinding[] {
  const { findings } = JSON.parse(text) as { findings?: unknown }
  const read = Array.isArray(findings) ? findings.flatMap(findingOf) : []
  return read.some(({ severity }) => severity === 'block') ? read : [UNREADABLE]
}

function findingOf(value: unknown): VerdictFinding[] {
  if (typeof value !== 'object' || value === null) return []
  const { rule, severity, file, line, why } = value as Partial<VerdictFinding>
  if (typeof rule !== 'string' || typeof file !== 'string' || typeof why !== 'string') return []
  return [{ rule, severity: severity === 'warn' ? 'warn' : 'block', file, line: Number(line) || 1, why }]
}

const UNREADABLE: VerdictFinding = {
  rule: 'held',
  severity: 'block',
  file: 'SKILL.md',
  line: 1,
  why: 'it was quarantined before, and the note of why cannot be read',
}

/** That a person lets models have a skill of a shared library: these bytes, with what they can do. */
export interface Approval {
  /** See `contentDigest`. */
  readonly digest: string
  readonly library: string
  /** Of its folder below the library. */
  readonly path: string
  readonly capabilities: readonly Pick<Capability, 'kind' | 'what'>[]
  readonly at: string
  /** The person takes the approval of these bytes back. */
  readonly withdrawn?: true
}

export type Approvals = ReturnType<typeof openApprovals>

/** Approvals as lines of JSON in data folders: those for everybody, and those of a user, who adds to the last. */
export function openApprovals(folders: readonly string[]) {
  const files = folders.map((folder) => join(folder, APPROVALS))
  return {
    /** Those that hold, oldest first. */
    read(): readonly Approval[] {
      const lines = files.flatMap((file) => (sizeOf(file) === 0 ? [] : linesOf(readFileSync(file, 'utf8'))))
      const ends = new Map(lines.flatMap(({ digest, withdrawn }, at) => (withdrawn ? [[digest, at]] : [])))
      return lines.filter(({ digest }, at) => at > (ends.get(digest) ?? -1))
    },
    /** Changes with any of the files. */
    stamp: () => files.map(sizeOf).join(),
    add(approval: Approval): void {
      const file = files.at(-1)
      if (file === undefined) return
      makeFolder(dirname(file))
      appendFileSync(file, `${JSON.stringify(approval)}\n`, { mode: 0o600 })
    },
  }
}

/** Zero where there is none. Throws if that cannot be determined, since it must not count as none. */
function sizeOf(file: string): number {
  return orCannot('read', file, () => (isThere(file) ? statSync(file).size : 0))
}

/** A line that cannot be read approves nothing. */
const linesOf = (text: string): readonly Approval[] =>
  text.split('\n').flatMap((line) => {
    try {
      const read = JSON.parse(line) as Partial<Approval>
      const { digest, library, path, capabilities = [], at = '', withdrawn } = read
      if (typeof digest !== 'string' || typeof library !== 'string' || typeof path !== 'string') return []
      return [{ digest, library, path, capabilities, at, ...(withdrawn === true ? { withdrawn } : {}) }]
    } catch {
      return []
    }
  })
