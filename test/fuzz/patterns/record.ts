import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { check } from 'recheck'
import type { Found } from './collect.ts'
import { LONG, type Worst, worstOf } from './growth.ts'

/** What is known of the sources' patterns. */
export interface Record {
  /** Digests of the patterns that recheck calls safe. */
  readonly proven: readonly string[]
  /** The ones that it cannot decide, or takes for polynomial up to a bound of theirs: searched, and not found to grow. */
  readonly searched: readonly Found[]
}

const FILE = new URL('record.json', import.meta.url)
/** How long recheck may think about one pattern, in milliseconds. */
const PATIENCE_MS = 4_000

/** Most growth of the work for twice the text; a line gives 2. */
export const MOST_GROWTH = 2.5
/** Most processor time for `LONG` characters in milliseconds; a bound within a pattern must not be a hang either. */
export const MOST_MS = 1_500

/**
 * Patterns that are only ever given so many characters, by file; what they are given is cut there. The search goes no
 * further.
 */
const GIVEN: Readonly<{ [file: string]: number }> = {
  // MAX_LINE
  'domain/draft/external-effect.ts': 600,
  // SAID
  'domain/correction/phrases.ts': 240,
}

export const digestOf = ({ source, flags }: Pick<Found, 'source' | 'flags'>): string =>
  createHash('sha256').update(`/${source}/${flags}`).digest('hex').slice(0, 16)

export const readRecord = (): Record => JSON.parse(readFileSync(FILE, 'utf8')) as Record

export function writeRecord({ proven, searched }: Record): void {
  const sorted = [...searched].sort((a, b) => (a.file + a.source < b.file + b.source ? -1 : 1))
  writeFileSync(FILE, `${JSON.stringify({ proven: [...proven].sort(), searched: sorted }, null, 2)}\n`)
}

/** Whether recheck proves, or cannot refute, that a pattern takes time by a line. */
export const isProven = async ({ source, flags }: Pick<Found, 'source' | 'flags'>): Promise<boolean> =>
  (await check(source, flags, { timeout: PATIENCE_MS })).status === 'safe'

/** The worst attack on a pattern, with texts as long as it may be given. */
export const searched = ({ file, ...pattern }: Found): Worst => worstOf(pattern, Math.min(GIVEN[file] ?? LONG, LONG))

export const isLinear = ({ growth, ms }: Worst): boolean => growth <= MOST_GROWTH && ms <= MOST_MS
