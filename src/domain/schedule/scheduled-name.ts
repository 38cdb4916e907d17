// Apart from schedule.ts, since the loader of skills needs no reader of cron expressions.

/** A skill's name in the namespace of scheduled skills. */
export const scheduledName = (skill: string): string => `${PREFIX}${skill}`

/** The skill that a name in that namespace means; undefined for any other name. */
export const skillOfScheduled = (name: string): string | undefined =>
  name.startsWith(PREFIX) && name.length > PREFIX.length ? name.slice(PREFIX.length) : undefined

const PREFIX = 'sched-'
