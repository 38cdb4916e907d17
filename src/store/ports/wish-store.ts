import type { Heard } from '../../domain/wishes/wishes.ts'

/** The requests in which standing wishes are heard. */
export interface WishStore {
  /** The latest requests of persons, oldest first; a turn without a session is a session of its own. */
  latestRequests(limit: number): Promise<readonly Heard[]>
}
