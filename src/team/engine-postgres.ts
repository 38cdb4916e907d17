import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/postgres-js'
import { migrate } from 'drizzle-orm/postgres-js/migrator'
import postgres from 'postgres'
import { WaylandError } from '../domain/errors.ts'
import { CHANNEL, type Engine } from './engine.ts'

/** Connections of one server process. */
const MOST = 10

/** Opens a pool of connections to Postgres. Throws `unavailable`, without the URL, which may hold a password. */
export async function openPostgres(url: string): Promise<Engine> {
  const client = postgres(url, { max: MOST, connect_timeout: 10, onnotice: () => {} })
  const db = drizzle(client)
  try {
    await db.execute(sql`select 1`)
  } catch (cause) {
    await client.end({ timeout: 0 })
    throw new WaylandError('unavailable', `Postgres does not answer (${(cause as Error).cause ?? cause})`, {
      hint: 'Check WAYLAND_TEAM_DATABASE, and that Postgres is running.',
    })
  }
  return {
    ...{ engine: 'postgres', db },
    migrate: async (migrationsFolder) => await migrate(db, { migrationsFolder }),
    listen: async (heard) => void (await client.listen(CHANNEL, heard)),
    close: async () => await client.end({ timeout: 5 }),
  }
}
