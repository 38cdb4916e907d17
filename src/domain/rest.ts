/**
 * A session to which nothing was added for this long rests, in milliseconds: its last words, which no word of the engine
 * says are the last, count as the end of their turn. While a long tool call is being written, nothing is for minutes: at 50
 * tokens a second one of 30,000 takes ten.
 */
export const REST_MS = 600_000
