import { createHash } from 'node:crypto'
import anyAscii from 'any-ascii'
import { MAX_NAME } from './skill.ts'

const PREFIX = 'auto-'
const SAFE = /^[a-z0-9]+(-[a-z0-9]+)*$/
/** Hex digits of SHA-256 that tell apart signatures which would otherwise share a name: 48 bits. */
const HASH_DIGITS = 12

/** Whether a name is one that every engine loads: `a-z`, `0-9` and single hyphens, at most 64 characters. */
export const isSafeName = (name: string): boolean => name.length <= MAX_NAME && SAFE.test(name)

/** The skill name of a signature: `auto-<signature>`, or a transliterated, cut form with a hash where that does not fit. */
export function skillName(signature: string): string {
  const plain = PREFIX + signature
  return isSafeName(plain) && !HASHED.test(signature) ? plain : `${PREFIX}${fitted(signature)}`
}

/** Signatures that look like an already fitted name are fitted as well, so that no two signatures share a name. */
const HASHED = new RegExp(`(^|-)[0-9a-f]{${HASH_DIGITS}}$`)

function fitted(signature: string): string {
  const hash = createHash('sha256').update(signature).digest('hex').slice(0, HASH_DIGITS)
  const room = MAX_NAME - PREFIX.length - HASH_DIGITS - 1
  const ascii = anyAscii(signature)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, room)
    .replace(/^-+|-+$/g, '')
  return ascii === '' ? hash : `${ascii}-${hash}`
}
