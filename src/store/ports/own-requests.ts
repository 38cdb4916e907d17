import type { OwnRequest } from '../../domain/routing/own-requests.ts'

/** What the person asked for lately. */
export interface OwnRequests {
  /** The latest requests of the person, newest first; not those of scheduled runs. */
  ownRequests(limit: number): Promise<readonly OwnRequest[]>
}
