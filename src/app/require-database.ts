import type { Config } from '../config/config.ts'
import { WaylandError } from '../domain/errors.ts'
import type { HasPlace } from '../store/ports/store-place.ts'

/** Refuses moves without the usual database; they would be lost on exit. */
export function requireDatabase(config: Config, store: HasPlace, what = 'a move'): void {
  if (config.database !== null && 'none' in store.place)
    throw new WaylandError('storage_unavailable', `${what} needs the database, and there is none: ${store.place.none}`)
}
