import { ACCEPTED, comparePaired, type PairedComparison, signFlipP } from './paired.ts'
import type { TaskSamples } from './sample.ts'

/** What a comparison says of a text. */
export type Worth =
  /** The interval lies above 0. */
  | 'gain'
  /** The interval of the loss lies below 0. */
  | 'loss'
  /** Neither is shown. */
  | 'not_shown'
  /** It was loaded in no try, so that a difference is chance. */
  | 'not_loaded'
  /** It tells to do something that no run did: whether that helps or harms cannot be seen. */
  | 'unseen'
  /** Fewer families than any gain needs. */
  | 'too_few'

/** A comparison with its result. */
export interface Judged extends PairedComparison {
  readonly worth: Worth
  /** Share of the tries with the text that loaded it; null where that cannot be seen. */
  readonly loaded: number | null
  /** What the text tells to do and no run did. */
  readonly unseen: readonly string[]
}

/** Least number of families: with fewer, chance gives as large a gain too often. */
export const LEAST_FAMILIES = Math.ceil(-Math.log2(ACCEPTED))

/** Judges a text (`after`) by its samples and those of another text, or of none (`before`), on the same tasks. */
export function judge(before: readonly TaskSamples[], after: readonly TaskSamples[]): Judged {
  const compared = comparePaired(before, after)
  const loaded = shareLoaded(after)
  const unseen = addedInAll(after)
  const isLoss = () => comparePaired(after, before).p <= ACCEPTED
  return { ...compared, loaded, unseen, worth: worthOf(compared, { loaded, unseen, isLoss }) }
}

/**
 * How many families would show a loss like this one, were the further ones like those seen; undefined where ten times as many
 * would not.
 */
export function familiesForLoss({ ofFamilies }: PairedComparison): number | undefined {
  const lost = ofFamilies.map((one) => -one).sort((a, b) => b - a)
  const shows = (count: number) =>
    signFlipP(Array.from({ length: count }, (_, i) => lost[Math.floor(((i + 0.5) * lost.length) / count)] ?? 0)) <=
    ACCEPTED
  let [few, enough] = [lost.length, lost.length * 10]
  if (!shows(enough)) return undefined
  while (enough - few > 1) {
    const middle = Math.floor((few + enough) / 2)
    if (shows(middle)) enough = middle
    else few = middle
  }
  return enough
}

function worthOf(
  { families, p }: PairedComparison,
  { loaded, unseen, isLoss }: Pick<Judged, 'loaded' | 'unseen'> & { readonly isLoss: () => boolean },
): Worth {
  if (families < LEAST_FAMILIES) return 'too_few'
  if (isLoss()) return 'loss'
  if (loaded === 0) return 'not_loaded'
  if (unseen.length > 0) return 'unseen'
  return p <= ACCEPTED ? 'gain' : 'not_shown'
}

function addedInAll(tasks: readonly TaskSamples[]): readonly string[] {
  const [first, ...others] = tasks.flatMap(({ samples }) => samples).map(({ added }) => added ?? [])
  return (first ?? []).filter((one) => others.every((added) => added.includes(one)))
}

function shareLoaded(tasks: readonly TaskSamples[]): number | null {
  const seen = tasks.flatMap(({ samples }) => samples).flatMap(({ activated }) => activated ?? [])
  return seen.length === 0 ? null : seen.filter(Boolean).length / seen.length
}
