/** The time and the random identities that a service takes as arguments. */
export interface Clock {
  readonly now: () => Date
  /** A fresh UUID v4. */
  readonly newId: () => string
}
