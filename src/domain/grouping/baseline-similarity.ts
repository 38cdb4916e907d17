/** The user's baseline similarity: a histogram of similarities between requests near in time. Plain values. */
export interface BaselineSimilarity {
  /** Number of pairs by similarity, 51 bins of width .02. */
  readonly counts: readonly number[]
  /** Ids of the latest requests: what they have in common belongs to the user, not to a task. */
  readonly recent: readonly number[]
}

const BINS = 51
const BIN = 0.02

export const NO_BASELINE: BaselineSimilarity = { counts: new Array<number>(BINS).fill(0), recent: [] }

export const binOf = (likeness: number): number => Math.max(0, Math.min(BINS - 1, Math.round(likeness / BIN)))

/** The level after one more request; `bins` are the bins of its similarities to the recent ones. */
export function nextBaseline(level: BaselineSimilarity, id: number, bins: readonly number[]): BaselineSimilarity {
  const counts = [...level.counts]
  for (const bin of bins) counts[bin] = (counts[bin] ?? 0) + 1
  return { counts, recent: [...level.recent, id].slice(-RECENT) }
}

/**
 * By how much this user's requests are more similar than those of a user of many domains: the 70 % quantile of
 * similarities minus `USUAL`, shrunk towards 0 while pairs are few. Positive in one repository, where all requests
 * share words; at most `MOST`, so that almost identical requests still join.
 */
export function excessSimilarity({ counts }: BaselineSimilarity): number {
  const pairs = counts.reduce((sum, n) => sum + n, 0)
  if (pairs === 0) return 0
  let rank = pairs * QUANTILE
  let bin = 0
  while (bin < counts.length - 1 && rank > counts[bin]!) rank -= counts[bin++]!
  const quantile = (bin - 0.5 + (counts[bin] ? rank / counts[bin]! : 0)) * BIN
  return Math.min(MOST, ((quantile - USUAL) * pairs) / (pairs + PRIOR_PAIRS))
}

const QUANTILE = 0.7
/** The 70 % quantile of a user of many domains, measured over users of CLINC150. */
const USUAL = 0.1
const PRIOR_PAIRS = 200
/**
 * Above the excess of one repository or domain (.03 with real developers, .2 in one domain of CLINC150); a higher
 * excess comes from one task that is often repeated. Limits the threshold to join to a similarity of .85.
 */
const MOST = 0.25
const RECENT = 32
/** How many of the latest requests the next one is compared with. */
export const COMPARED = 8
