import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import { WaylandError } from '../domain/errors.ts'
import { program } from '../platform/process.ts'
import type { Engine } from './engine.ts'

export type Transaction = Parameters<Parameters<PgDatabase<PgQueryResultHKT>['transaction']>[0]>[0]

/** A team's database: Postgres, or PGlite in a folder. */
export interface TeamDatabase extends Pick<Engine, 'engine' | 'listen'>, AsyncDisposable {
  /** Runs a transaction that sees the rows of one org and has the rights of the application alone. */
  within<T>(org: string, work: (tx: Transaction) => Promise<T>): Promise<T>
  /** Runs a transaction with the rights of the connection: for whoever administers the server. */
  asOwner<T>(work: (tx: Transaction) => Promise<T>): Promise<T>
  /** Brings the schema up to date; needs the rights of its owner. */
  migrate(): Promise<void>
}

/** Opens the database at a URL, else the embedded PGlite in a folder. Throws `unavailable` where it is not there. */
export async function openTeamDatabase(place: {
  readonly url?: string
  readonly folder: string
}): Promise<TeamDatabase> {
  const made =
    place.url === undefined
      ? await (await import('./engine-pglite.ts')).openPglite(place.folder)
      : await (await import('./engine-postgres.ts')).openPostgres(place.url)
  return {
    ...{ engine: made.engine, listen: made.listen },
    within: async (org, work) =>
      await made.db.transaction(async (tx) => {
        await tx.execute(sql`select set_config('role', 'wayland_team', true), set_config('app.org', ${org}, true)`)
        return await work(tx)
      }),
    asOwner: made.db.transaction.bind(made.db),
    migrate: async () => await made.migrate(join(program.root, 'migrations', 'team')),
    [Symbol.asyncDispose]: made.close,
  }
}

/** Refuses a connection to which row-level security would not apply, or that may change the schema. */
export async function insistOnPlainRights({ engine, asOwner }: TeamDatabase): Promise<void> {
  // The embedded database has one user, who takes the application's role for each transaction.
  if (engine === 'pglite') return
  const [role] = await asOwner(
    async (tx) =>
      await tx
        .select({
          all: sql<boolean>`rolsuper or rolbypassrls`,
          owns: sql<boolean>`exists (select from pg_class where oid = 'orgs'::regclass and relowner = pg_roles.oid)`,
        })
        .from(sql`pg_roles`)
        .where(sql`rolname = session_user`),
  )
  if (role?.all !== false || role.owns)
    throw new WaylandError(
      'refused',
      'the server connects to Postgres as a user to whom row-level security does not apply',
      {
        hint: "Serve as a user of its own: CREATE USER wayland_app PASSWORD '…' IN ROLE wayland_team",
      },
    )
}

/** The code of Postgres for what went wrong, such as 23505; undefined for another error. */
export function faultCode(error: unknown): string | undefined {
  for (let one = error; one instanceof Error; one = one.cause)
    if ('code' in one && typeof one.code === 'string') return one.code
  return undefined
}
