/** What a service takes from the world: time and fresh identities. */
export interface Clock {
  readonly now: () => Date
  /** A fresh UUID v4. */
  readonly newId: () => string
  /** A fresh UUID v7: turns are kept in the order of their ids, so that a new one is an append. */
  readonly newTurnId: () => string
}
