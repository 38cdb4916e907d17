import { createHash } from 'node:crypto'

/** SHA-256 over the paths and bytes of a skill's files, in path order: the identity of a version, as hex. */
export function digestFiles(files: ReadonlyMap<string, string | Uint8Array>): string {
  const hash = createHash('sha256')
  for (const [path, bytes] of [...files].sort(([a], [b]) => (a < b ? -1 : 1)))
    hash.update(`${path}\0${Buffer.byteLength(bytes)}\0`).update(bytes)
  return hash.digest('hex')
}

/**
 * The identity of what a skill says and brings along, whatever `manifest.json` says of it: a copy without its manifest is
 * the same content.
 */
export const contentDigest = (files: ReadonlyMap<string, string | Uint8Array>): string =>
  digestFiles(new Map([...files].filter(([path]) => path !== 'manifest.json')))

/** 48 bits of SHA-256 as hex: enough to tell texts apart, and none of them can be guessed from it. */
export const fingerprint = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 12)
