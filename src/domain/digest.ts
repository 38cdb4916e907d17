import { createHash, hash } from 'node:crypto'

/** SHA-256 over the paths and bytes of a skill's files, in path order: the identity of a version, as hex. */
export function digestFiles(files: ReadonlyMap<string, string | Uint8Array>): string {
  const parts = [...files]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([path, bytes]) => [Buffer.from(`${path}\0${Buffer.byteLength(bytes)}\0`), bytesOf(bytes)])
  // One call for all of it: most skills are a few kilobytes, of which each call costs more than its bytes.
  return hash('sha256', Buffer.concat(parts))
}

const bytesOf = (content: string | Uint8Array): Uint8Array =>
  typeof content === 'string' ? Buffer.from(content) : content

/** The digest of a skill's files without `manifest.json`: a copy that lacks its manifest has the same digest. */
export const contentDigest = (files: ReadonlyMap<string, string | Uint8Array>): string =>
  digestFiles(new Map([...files].filter(([path]) => path !== 'manifest.json')))

/** The first 48 bits of SHA-256 as hex: enough to distinguish texts, and no text can be recovered from it. */
export const fingerprint = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 12)
