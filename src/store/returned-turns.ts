/** The remaining turns of a refused streak or withdrawn draft, oldest first, and the streak that they return to. */
export interface ReturnedTurns {
  readonly signature: string
  readonly scope: string
  readonly turnIds: readonly string[]
}
