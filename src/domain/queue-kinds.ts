/** Why a skill waits for a person; then those in use and those that were put away, which do not wait. */
export const QUEUE_KINDS = ['draft', 'changed', 'proposed', 'quarantined', 'watching', 'used', 'withdrawn'] as const
export type QueueKind = (typeof QUEUE_KINDS)[number]
