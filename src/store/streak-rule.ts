export interface StreakRule {
  readonly threshold: number
  /** Scope of this turn's streaks: empty for all projects, else the project's folder. */
  readonly scope: string
  readonly expiryMs: number
  readonly maxBuckets: number
  /** Whether streaks are grouped by exact signature or by similarity. */
  readonly grouping: 'signature' | 'similar'
  readonly claim: Claim
}

/** Which process works on a completed streak; another takes over once it is not `alive` or the claim expired. */
export interface Claim {
  readonly triggerId: string
  readonly pid: number
  readonly at: number
  readonly staleMs: number
  readonly alive: (pid: number) => boolean
  /** The process has a deadline. */
  readonly hurried?: boolean
}
