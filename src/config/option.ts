/** One option; flag and variable derive from the key. */
export interface Option {
  readonly key: string
  readonly default: unknown
  /** What a value must be, for messages and help. */
  readonly takes: string
  readonly words: string
  /** A checked value from text or JSON; undefined when it is not what the option takes. */
  readonly parse: (value: unknown) => unknown
  /** False where the option cannot stand in the configuration file. */
  readonly fileKey?: false
  /** The one value that the environment of a hook may set, since a project can: a restriction; `any`: every value is harmless. */
  readonly inProject?: 'off' | 'none' | 'active' | 'full' | 'any'
}
