export interface StreakRule {
  readonly threshold: number
  /** Bucket scope of this turn: empty per user, else the project's folder. */
  readonly scope: string
  readonly expiryMs: number
  readonly maxBuckets: number
  /** Whether streaks are kept by exact signature or by likeness. */
  readonly grouping: 'signature' | 'similar'
  /** The model whose kept vectors say what requests mean; without one, likeness goes by words alone. */
  readonly vectorModel?: string | undefined
  readonly claim: Claim
}

/** Which process works on a completed streak; another may take over once `alive` denies it or the claim is older. */
export interface Claim {
  readonly triggerId: string
  readonly pid: number
  readonly at: number
  readonly staleMs: number
  readonly alive: (pid: number) => boolean
  /** The process may be ended at any moment. */
  readonly hurried?: boolean
}
