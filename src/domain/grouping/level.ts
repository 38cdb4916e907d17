/** How alike this user's requests are anyhow: a histogram of likenesses between requests near in time. Plain values. */
export interface Level {
  /** Pairs by likeness, 51 bins of .02. */
  readonly counts: readonly number[]
  /** The latest requests: what they have in common is the user's, not a task's. */
  readonly recent: readonly number[]
}

const BINS = 51
const BIN = 0.02

export const NO_LEVEL: Level = { counts: new Array<number>(BINS).fill(0), recent: [] }

/** The bin of a likeness. */
export const binOf = (likeness: number): number => Math.max(0, Math.min(BINS - 1, Math.round(likeness / BIN)))

/** The level after one more request and the bins of its likenesses to the recent ones. */
export function nextLevel(level: Level, id: number, bins: readonly number[]): Level {
  const counts = [...level.counts]
  for (const bin of bins) counts[bin] = (counts[bin] ?? 0) + 1
  return { counts, recent: [...level.recent, id].slice(-RECENT) }
}

/**
 * By how much this user's requests are more alike than those of a user of many domains: the excess of the 70 % quantile
 * of likenesses, drawn towards 0 while pairs are few. Positive in one repository, where everything shares its words, and
 * never so large that requests which hardly differ would be kept apart.
 */
export function excess({ counts }: Level): number {
  const pairs = counts.reduce((sum, n) => sum + n, 0)
  if (pairs === 0) return 0
  let rank = pairs * QUANTILE
  let bin = 0
  while (bin < counts.length - 1 && rank > counts[bin]!) rank -= counts[bin++]!
  const quantile = (bin - 0.5 + (counts[bin] ? rank / counts[bin]! : 0)) * BIN
  return Math.min(MOST, ((quantile - USUAL) * pairs) / (pairs + PRIOR_PAIRS))
}

const QUANTILE = 0.7
/** Measured over users of CLINC150. */
const USUAL = 0.1
const PRIOR_PAIRS = 200
/**
 * What one repository or domain comes to stays below it (.03 with real developers, .2 in one domain of CLINC150); more
 * comes of a task that is asked for again and again. With it a request joins at a likeness of .85 at the latest.
 */
const MOST = 0.25
const RECENT = 32
/** Of the latest requests, so many are compared with the next one. */
export const COMPARED = 8
