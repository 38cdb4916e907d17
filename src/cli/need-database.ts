import type { SkillLoop } from '../app/skill-loop.ts'
import { WaylandError } from '../domain/errors.ts'

/** Throws `storage_unavailable` where what a command reads would be taken for empty because there is no database. */
export function needDatabase({ upkeep }: SkillLoop, what: string): void {
  const { database, config } = upkeep
  if ('none' in database && config.settings.skills === 'on')
    throw new WaylandError('storage_unavailable', `${what} the database, and there is none: ${database.none}`)
}
