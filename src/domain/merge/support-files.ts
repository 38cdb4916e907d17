import { objectIn } from '../json-value.ts'
import type { Kept } from './skill-md.ts'

type Files = ReadonlyMap<string, Uint8Array>

/** A skill's files by path: of the previous draft, of the person, of the new draft. */
export interface ThreeFiles {
  readonly base: Files
  readonly mine: Files
  readonly theirs: Files
}

/**
 * Three-way merge of all files but SKILL.md, whole file by file: the new draft's version, unless the person added,
 * changed or removed the file. manifest.json is the new draft's with the keys that the person added.
 */
export function mergeSupportFiles(three: ThreeFiles): { readonly files: Files; readonly kept: readonly Kept[] } {
  const { base, mine, theirs } = three
  const files = new Map<string, Uint8Array>()
  const kept: Kept[] = []
  for (const path of [...new Set([...mine.keys(), ...theirs.keys()])].sort()) {
    if (path === 'SKILL.md') continue
    const [was, own, now] = [base.get(path), mine.get(path), theirs.get(path)]
    const isOwn = !isSame(was, own)
    const merged =
      path === MANIFEST && own !== undefined && now !== undefined ? mergeManifest(three) : isOwn ? own : now
    if (merged !== undefined) files.set(path, merged)
    if (isOwn && path !== MANIFEST) kept.push({ place: path, ...(own === undefined ? REMOVED : CHANGED) })
  }
  return { files, kept }
}

const MANIFEST = 'manifest.json'
const CHANGED = { added: ['the file as you have it'], removed: [] }
const REMOVED = { added: [], removed: ['the file'] }

const isSame = (one: Uint8Array | undefined, other: Uint8Array | undefined): boolean =>
  one === undefined || other === undefined ? one === other : Buffer.compare(one, other) === 0

function mergeManifest({ base, mine, theirs }: ThreeFiles): Uint8Array | undefined {
  const [was, own, now] = [base, mine, theirs].map((files) =>
    objectIn(Buffer.from(files.get(MANIFEST) ?? []).toString()),
  )
  const drafted = theirs.get(MANIFEST)
  if (own === undefined || now === undefined) return own === undefined ? mine.get(MANIFEST) : drafted
  const added = Object.entries(own).filter(([key]) => !(key in now) && !(key in (was ?? {})))
  if (added.length === 0) return drafted
  return Buffer.from(`${JSON.stringify({ ...now, ...Object.fromEntries(added) }, null, 2)}\n`)
}
