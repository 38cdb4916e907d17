import { WaylandError } from '../errors.ts'

/**
 * The name of a user's folder: the user's name where every file system keeps it apart from others, otherwise `~` and
 * its digest. Different names give different folders. Throws `bad_usage` for what is no name.
 */
export function userFolder(user: string): string {
  if (!isUserName(user))
    throw new WaylandError('bad_usage', `${shown(user)} is no name of a user`, {
      hint: `Give 1 to ${MAX_NAME} characters, without control or other invisible characters.`,
    })
  return PLAIN.test(user) && !DEVICE.test(user) ? user : `~${digest(user)}`
}

/** Whether a value can name a user: 1 to 200 characters that can be seen. */
export const isUserName = (user: unknown): user is string =>
  typeof user === 'string' && user.trim() !== '' && user.length <= MAX_NAME && !hasUnseen(user)

/** 128 bits: no second name with the digest of another can be found. */
const digest = (user: string): string =>
  process.getBuiltinModule('node:crypto').createHash('sha256').update(user).digest('hex').slice(0, 32)

const MAX_NAME = 200
/** Control, format and line characters, and halves of surrogate pairs. */
const hasUnseen = (user: string): boolean => /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u.test(user)
/** Lower case alone, since some file systems do not tell cases apart. */
const PLAIN = /^[a-z0-9](?:[a-z0-9_-]{0,62}[a-z0-9])?$/
/** Names of devices on Windows. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)$/

const shown = (user: unknown): string =>
  typeof user === 'string' ? JSON.stringify(user.slice(0, 40)) : `a ${typeof user}`

/** The file of a data folder that holds which skills of shared libraries a person approved. */
export const APPROVALS = 'approved-skills.jsonl'
