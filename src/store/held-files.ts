import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { absent, cannot } from './folder-files.ts'
import { makeFolder } from './make-folder.ts'
import { replaceFile } from './replace-file.ts'
import type { VerdictFinding } from './skill-records.ts'

/**
 * Marks for content that must not be offered, beside the skills and independent of the database: one file each, named
 * by digest. A mark can only withhold; no file here makes a skill offered.
 */
export interface HeldFiles {
  /** Why this content is held; undefined if there is no mark. An unreadable mark holds. */
  read(digest: string): Promise<readonly VerdictFinding[] | undefined>
  write(digest: string, findings: readonly VerdictFinding[]): Promise<void>
}

export function openHeldFiles(folder: string): HeldFiles {
  const fileOf = (digest: string): string => join(folder, `${digest}.json`)
  return {
    async read(digest) {
      const file = fileOf(digest)
      try {
        const text = await readFile(file, 'utf8').catch(absent)
        return text === undefined ? undefined : findingsOf(text)
      } catch {
        return [UNREADABLE]
      }
    },
    async write(digest, findings) {
      const file = fileOf(digest)
      try {
        makeFolder(folder)
        await replaceFile(file, `${JSON.stringify({ digest, verdict: 'block', findings }, null, 2)}\n`)
      } catch (error) {
        throw cannot('write', file, error)
      }
    },
  }
}

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
