import { drizzle } from 'drizzle-orm/pglite'
import { migrate } from 'drizzle-orm/pglite/migrator'
import { WaylandError } from '../domain/errors.ts'
import { CHANNEL, type Engine } from './engine.ts'

/** Opens the embedded database in a folder, which one process may use at a time. */
export async function openPglite(folder: string): Promise<Engine> {
  const { PGlite } = await import('@electric-sql/pglite').catch((cause: unknown) => {
    throw new WaylandError('unavailable', 'without a database URL a server needs the package @electric-sql/pglite', {
      hint: 'Run "npm install -g @electric-sql/pglite", or name a Postgres in WAYLAND_TEAM_DATABASE.',
      cause,
    })
  })
  const client = await PGlite.create(folder)
  const db = drizzle(client)
  return {
    ...{ engine: 'pglite', db },
    migrate: async (migrationsFolder) => await migrate(db, { migrationsFolder }),
    listen: async (heard) => void (await client.listen(CHANNEL, heard)),
    close: client.close.bind(client),
  }
}
