/** A success rate and its probability. */
export interface RateProbability {
  readonly rate: number
  readonly probability: number
}

/** The rates between which a share of the probability lies, the same share left out at either end; rates ascend. */
export function credible(
  rates: readonly RateProbability[],
  share: number,
): { readonly low: number; readonly high: number } {
  const at = (quantile: number): number => {
    let sum = 0
    return (
      rates.find(({ probability }) => {
        sum += probability
        return sum >= quantile
      }) ?? rates.at(-1)!
    ).rate
  }
  return { low: at((1 - share) / 2), high: at((1 + share) / 2) }
}
