import { newsLine } from '../domain/news.ts'
import { visibilityOf } from '../domain/visibility.ts'
import type { Store } from '../store/store.ts'
import type { Catalogue } from './catalogue.ts'
import type { Clock } from './clock.ts'

export interface Herald {
  /** One line for a person on drafts that they were not told of yet; undefined when there are none. Each is told of once. */
  news(): Promise<string | undefined>
}

export function createHerald({
  store,
  catalogue,
  clock,
}: {
  readonly store: Pick<Store, 'announce'>
  readonly catalogue: Pick<Catalogue, 'all'>
  readonly clock: Clock
}): Herald {
  /** Ids that need not be asked about again. */
  const told = new Set<string>()

  return {
    async news() {
      const waiting = (await catalogue.all()).filter((skill) => visibilityOf(skill).waits && !told.has(skill.id))
      if (waiting.length === 0) return undefined
      const ids = waiting.map(({ id }) => id)
      const fresh = new Set(await store.announce(ids, clock.now().getTime()))
      for (const id of ids) told.add(id)
      return newsLine(waiting.filter(({ id }) => fresh.has(id)).map(({ name }) => name))
    },
  }
}
