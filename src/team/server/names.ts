import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { isUserName } from '../../domain/bank/user-folder.ts'
import { WaylandError } from '../../domain/errors.ts'

/** Throws `bad_usage` for a name that could be read as another: with what cannot be seen, or letters of look-alike alphabets. */
export function insistOnName(name: string): void {
  if (isUserName(name) && name === name.normalize('NFKC').trim() && !mixesAlphabets(name)) return
  throw new WaylandError('bad_usage', `${JSON.stringify(name)} could be read as another name`, {
    hint: 'Use letters of one alphabet in their usual form, without blanks at its ends.',
  })
}

const mixesAlphabets = (name: string): boolean =>
  [/\p{Script=Latin}/u, /\p{Script=Cyrillic}/u, /\p{Script=Greek}/u].filter((one) => one.test(name)).length > 1

/** Whether a name is the same but for upper and lower case. */
export const isSameName = (column: PgColumn, name: string): SQL => sql`lower(${column}) = lower(${name})`
