import type { Config } from '../config/config.ts'
import { WaylandError } from '../domain/errors.ts'
import type { HasPlace } from '../store/ports/upkeep.ts'

/** Refuses moves without the usual database; they would be lost on exit. */
export function requireDatabase(config: Config, store: HasPlace, what = 'a move'): void {
  if (config.database !== null && 'none' in store.place)
    throw new WaylandError('storage_unavailable', `${what} needs the database, and there is none: ${store.place.none}`)
}

/** A call that is refused, under this name, without the usual database. */
export const withDatabase =
  <Given extends unknown[], R>(
    { config, store }: { readonly config: Config; readonly store: HasPlace },
    what: string,
    call: (...given: Given) => Promise<R>,
  ) =>
  async (...given: Given): Promise<R> => {
    requireDatabase(config, store, what)
    return await call(...given)
  }
