import { join } from 'node:path'
import type { Place } from './agent-settings.ts'

/** The folder that an agent's settings are in: by its root for the person, `.<root>` in a project. */
export const ownFolder = (place: Place, root: string): string =>
  place.scope === 'user' ? (place.folders[root] ?? join(place.folders.home, `.${root}`)) : join(place.dir, `.${root}`)
