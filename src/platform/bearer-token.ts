import { randomBytes } from 'node:crypto'
import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { WaylandError } from '../domain/errors.ts'
import { whyForeign } from './own-folder.ts'

/** Bytes of randomness in a token. */
const STRENGTH = 32
const WELL_FORMED = /^[A-Za-z0-9_-]{43,}$/

/**
 * Reads the bearer token of HTTP clients from a file that only its owner can read, or creates it. Throws
 * `storage_unavailable`, also for a file of another user.
 */
export function tokenIn(file: string): string {
  try {
    try {
      // If two processes start together, one creates it.
      writeFileSync(file, `${freshToken()}\n`, { mode: 0o600, flag: 'wx' })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
    const foreign = whyForeign(file)
    if (foreign !== undefined) throw new Error(`${foreign}, who then know it`)
    chmodSync(file, 0o600)
    const token = readFileSync(file, 'utf8').trim()
    if (WELL_FORMED.test(token)) return token
  } catch (error) {
    throw new WaylandError('storage_unavailable', `the token cannot be kept in ${file} (${(error as Error).message})`, {
      hint: 'Remove the file; the next start makes a new one.',
      cause: error,
    })
  }
  throw new WaylandError('storage_unavailable', `${file} holds no token`, {
    hint: 'Remove the file; the next start makes a new one.',
  })
}

/** A token for one run, where there is no folder to store it in. */
export const freshToken = (): string => randomBytes(STRENGTH).toString('base64url')
