import { createHash } from 'node:crypto'

/** SHA-256 over the paths and bytes of a skill's files, in path order: the identity of a version, as hex. */
export function digestFiles(files: ReadonlyMap<string, string | Uint8Array>): string {
  const hash = createHash('sha256')
  for (const [path, bytes] of [...files].sort(([a], [b]) => (a < b ? -1 : 1)))
    hash.update(`${path}\0${Buffer.byteLength(bytes)}\0`).update(bytes)
  return hash.digest('hex')
}

/** The digest of a skill's files without `manifest.json`: a copy that lacks its manifest has the same digest. */
export const contentDigest = (files: ReadonlyMap<string, string | Uint8Array>): string =>
  digestFiles(new Map([...files].filter(([path]) => path !== 'manifest.json')))

/** The first 48 bits of SHA-256 as hex: enough to distinguish texts, and no text can be recovered from it. */
export const fingerprint = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 12)
