/** The constants of grouping; all measured on half of the intents of CLINC150 and of HWU64, checked on the other half. */
export interface Thresholds {
  /** A group is born from requests that are mutually this alike. */
  readonly birth: number
  /** A request joins when the mean of its two best members is this high. */
  readonly join: number
  /** The turns of one draft must be mutually this alike; else they wait. */
  readonly mutual: number
  /** A newborn takes the name of a group to whose members it is this alike on average. */
  readonly name: number
  /** How far the thresholds follow the user's own level, and the level of a user of many domains. */
  readonly level: { readonly share: number; readonly usual: number }
}

export const THRESHOLDS: Thresholds = {
  birth: 0.45,
  join: 0.47,
  mutual: 0.4,
  name: 0.24,
  level: { share: 0, usual: 0.12 },
}

/** Most members a group compares with: the newest. */
export const MAX_MEMBERS = 30
/** Most members that wait for a draft. */
export const MAX_WAITING = 12
/** Most groups, and most requests that wait for a group; the oldest go first. */
export const MAX_GROUPS = 10_000
export const MAX_PENDING = 2_000
