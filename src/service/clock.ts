/** What a service takes from the world: time and fresh identities. */
export interface Clock {
  readonly now: () => Date
  /** A fresh UUID v4. */
  readonly newId: () => string
}
