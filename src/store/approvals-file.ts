import { appendFileSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Capability } from '../domain/capabilities/capability.ts'
import { makeFolder } from './make-folder.ts'

/** That a person lets models have a skill of a shared library: these bytes, with what they can do. */
export interface Approval {
  /** See `contentDigest`. */
  readonly digest: string
  readonly library: string
  /** Of its folder below the library. */
  readonly path: string
  readonly capabilities: readonly Pick<Capability, 'kind' | 'what'>[]
  readonly at: string
}

/** Approvals as lines of JSON in data folders: those for everybody, and those of a user, who adds to the last. */
export interface Approvals {
  read(): readonly Approval[]
  /** Changes with any of the files. */
  stamp(): string
  add(approval: Approval): void
}

export function openApprovals(folders: readonly string[]): Approvals {
  const files = folders.map((folder) => join(folder, 'approved-skills.jsonl'))
  const sizeOf = (file: string) => statSync(file, { throwIfNoEntry: false })?.size ?? 0
  return {
    read: () => files.flatMap((file) => (sizeOf(file) === 0 ? [] : linesOf(readFileSync(file, 'utf8')))),
    stamp: () => files.map(sizeOf).join(),
    add(approval) {
      const file = files.at(-1)
      if (file === undefined) return
      makeFolder(dirname(file))
      appendFileSync(file, `${JSON.stringify(approval)}\n`, { mode: 0o600 })
    },
  }
}

/** A line that cannot be read approves nothing. */
const linesOf = (text: string): readonly Approval[] =>
  text.split('\n').flatMap((line) => {
    try {
      const read = JSON.parse(line) as Partial<Approval>
      const { digest, library, path, capabilities = [], at = '' } = read
      if (typeof digest !== 'string' || typeof library !== 'string' || typeof path !== 'string') return []
      return [{ digest, library, path, capabilities, at }]
    } catch {
      return []
    }
  })
