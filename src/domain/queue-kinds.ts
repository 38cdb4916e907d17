/**
 * Why a skill waits for a person, `archive`: its archiving is proposed; then those in use and those that were put away, which do
 * not wait.
 */
export const QUEUE_KINDS = [
  'draft',
  'changed',
  'proposed',
  'quarantined',
  'watching',
  'archive',
  'used',
  'withdrawn',
] as const
export type QueueKind = (typeof QUEUE_KINDS)[number]
