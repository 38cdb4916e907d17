/**
 * The stream of requests: how many lately had a best skill of each relevance, in bins of equal width from 0 to 1. Old
 * requests are discounted.
 */
export type Mix = readonly number[]

/** Requests after which one has lost two thirds of its weight. */
const MEMORY = 1000
/** Weight of the initial estimate, in requests. */
const GUESS_WEIGHT = 100

/** First guess: where every other request has a skill that fits (measured on half of the development queries). */
export const NEW_MIX: Mix = [
  0.342, 0.066, 0.03, 0.021, 0.016, 0.017, 0.012, 0.011, 0.01, 0.012, 0.004, 0.008, 0.014, 0.016, 0.014, 0.013, 0.019,
  0.023, 0.07, 0.28,
].map((share) => share * GUESS_WEIGHT)

/** The mix after a request whose best skill has this relevance; 0 where none was found. */
export function afterRequest(mix: Mix, relevance: number): Mix {
  const bin = Math.min(mix.length - 1, Math.floor(relevance * mix.length))
  return mix.map((weight, i) => weight * (1 - 1 / MEMORY) + (i === bin ? 1 : 0))
}

/**
 * Above which relevance offers are right with the wanted share, 0 to 1, in a stream like this one: relevance is a
 * probability, and the mix says how often each comes. The more unanswerable requests there are among the doubtful, the
 * higher. Never above `MOST`: a sure match is offered in any stream.
 */
export function thresholdFor(mix: Mix, precision: number): number {
  let offered = 0
  let right = 0
  let threshold = MOST
  for (let bin = mix.length - 1; bin >= 0; bin--) {
    offered += mix[bin]!
    right += mix[bin]! * ((bin + 0.5) / mix.length)
    if (right >= precision * offered) threshold = bin / mix.length
  }
  return Math.min(MOST, threshold)
}

/** A stream cannot ask for more than this. */
const MOST = 0.9
