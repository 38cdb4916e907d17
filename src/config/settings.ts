/** The checked values by key. */
export interface Settings {
  readonly 'config.dir': string | null
  readonly 'data.dir': string | null
  readonly user: string | null
  readonly 'bank.libraries': readonly string[] | null
  readonly 'team.url': string | null
  readonly 'proxy.upstream': string | null
  readonly 'proxy.port': number
  readonly home: string | null
  readonly skills: 'on' | 'off'
  readonly 'bucket.threshold': number
  readonly 'bucket.grouping': 'signature' | 'similar'
  readonly 'bucket.scope': 'user' | 'project'
  readonly 'bucket.expiryDays': number
  readonly 'draft.gates': readonly string[]
  readonly 'learn.exclude': readonly string[] | null
  readonly 'learn.include': readonly string[] | null
  readonly 'router.offer': 'active' | 'staged' | 'watching'
  readonly 'router.precision': number
  readonly 'router.holdout': number
  readonly 'router.news': 'on' | 'off'
  readonly 'hook.waitMs': number
  readonly 'hook.directMs': number
  readonly 'daemon.autostart': 'on' | 'off'
  readonly 'daemon.stuckMs': number
  readonly 'model.provider': 'none' | 'openai' | 'anthropic' | 'agent' | 'handoff'
  readonly 'model.url': string | null
  readonly 'model.name': string | null
  readonly 'model.agent': string | null
  readonly 'model.background': 'on' | 'off'
  readonly 'model.timeoutMs': number
  readonly 'model.dailyTokens': number
  readonly 'model.maxCallsPerRun': number
  readonly 'model.childrenPerHour': number
  readonly 'export.engines': readonly string[] | 'installed'
  readonly 'storage.durability': 'normal' | 'full'
  readonly 'retention.days': number
  readonly 'retention.maxMb': number
  readonly seed: number | null
  readonly 'log.level': 'silent' | 'warn' | 'info' | 'debug'
}

export type OptionKey = keyof Settings

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
