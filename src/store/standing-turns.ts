/** Turns of a refused streak, or of a draft that was taken back, that still count, oldest first, and the streak that they go back to. */
export interface StandingTurns {
  readonly signature: string
  readonly scope: string
  readonly turnIds: readonly string[]
}
