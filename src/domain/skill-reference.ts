import { createHash } from 'node:crypto'
import anyAscii from 'any-ascii'
import { WaylandError } from './errors.ts'
import { MAX_NAME } from './skill.ts'

/** The one skill that a name, an id or a unique beginning of an id means. Throws `no_such_skill` or `ambiguous_skill`. */
export function findSkill<T extends { readonly id: string; readonly name: string }>(
  skills: readonly T[],
  reference: string,
): T {
  const exact = skills.find((skill) => skill.name === reference || skill.id === reference)
  if (exact !== undefined) return exact
  const wanted = reference.toLowerCase()
  const near =
    wanted === '' ? [] : skills.filter((skill) => skill.id.startsWith(wanted) || skill.name.startsWith(wanted))
  if (near.length === 1) return near[0] as T
  if (near.length === 0) throw new WaylandError('no_such_skill', `no skill is called "${reference}", by name or id`)
  const list = near.slice(0, 8).map((skill) => `${skill.name} (${skill.id})`)
  throw new WaylandError(
    'ambiguous_skill',
    `"${reference}" could be any of ${near.length} skills: ${list.join(', ')}${near.length > 8 ? ', …' : ''}`,
  )
}

/** The item with this id, or the only one whose id begins so; otherwise why no single one is meant. */
export function itemByIdPrefix<T extends object>(
  items: readonly T[],
  idOf: (item: T) => string,
  reference: string,
): T | 'none' | 'several' {
  const exact = items.filter((item) => idOf(item) === reference)
  const near = reference === '' ? [] : items.filter((item) => idOf(item).startsWith(reference))
  const [one, ...others] = exact.length > 0 ? exact : near
  if (one === undefined) return 'none'
  return others.length > 0 ? 'several' : one
}

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
