import { newsLine } from '../../domain/persons-words.ts'
import type { Core } from '../core.ts'

export interface Announcer {
  /** One line for a person on drafts that were not announced yet, each once; undefined when there are none. */
  news(): Promise<string | undefined>
}

export function createAnnouncer({ store, clock }: Core<'store' | 'clock'>): Announcer {
  return {
    async news() {
      const waiting = await store.unannounced()
      if (waiting.length === 0) return undefined
      const ids = waiting.map(({ id }) => id)
      // Another process may be announcing the same drafts: the store decides which of them are new.
      const fresh = new Set(await store.announce(ids, clock.now().getTime()))
      return newsLine(
        waiting.flatMap(({ id, name, altered }) => (fresh.has(id) ? [altered ? `${name} ${UNSEEN}` : name] : [])),
      )
    },
  }
}

const UNSEEN = '(not offered before you look at it)'
