/** How alike this user's requests are anyhow: a histogram of likenesses between requests near in time. Plain values. */
export interface Level {
  /** Pairs by likeness, 51 bins of .02. */
  readonly counts: readonly number[]
  /** The latest requests, with which the next one is compared. */
  readonly recent: readonly number[]
}

export const NO_LEVEL: Level = { counts: new Array<number>(51).fill(0), recent: [] }

/** The level after one more request and its likenesses to the recent ones. */
export function nextLevel(level: Level, id: number, likenesses: readonly number[]): Level {
  const counts = [...level.counts]
  for (const likeness of likenesses) {
    const bin = Math.max(0, Math.min(counts.length - 1, Math.round(likeness / BIN)))
    counts[bin] = counts[bin]! + 1
  }
  return { counts, recent: [...level.recent, id].slice(-RECENT) }
}

/**
 * By how much thresholds rise for a user whose requests all share their words (one repository, one domain): a share of
 * what the 70 % quantile of likenesses exceeds that of a user of many domains by. Constants measured.
 */
export function lift(level: Level, { share, usual }: { readonly share: number; readonly usual: number }): number {
  const pairs = level.counts.reduce((sum, n) => sum + n, 0)
  let rank = pairs * QUANTILE
  let bin = 0
  while (bin < level.counts.length - 1 && rank > level.counts[bin]!) rank -= level.counts[bin++]!
  const quantile = pairs === 0 ? usual : (bin - 0.5 + (level.counts[bin] ? rank / level.counts[bin]! : 0)) * BIN
  const believed = (quantile * pairs + usual * PRIOR_PAIRS) / (pairs + PRIOR_PAIRS)
  return Math.max(0, share * (believed - usual))
}

const BIN = 0.02
const QUANTILE = 0.7
const PRIOR_PAIRS = 200
const RECENT = 8
