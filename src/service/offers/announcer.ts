import { newsLine } from '../../domain/persons-words.ts'
import { isDrafted } from '../../domain/skill.ts'
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
      const told = waiting.filter(({ id }) => fresh.has(id))
      return newsLine(
        told.map(({ name, altered }) => (altered ? `${name} ${UNSEEN}` : name)),
        told.every(({ origin }) => isDrafted(origin)),
      )
    },
  }
}

const UNSEEN = '(not offered before you look at it)'
