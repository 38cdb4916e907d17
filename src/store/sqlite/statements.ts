import type { Database, RunResult, Statement } from 'better-sqlite3'
import { getTableColumns, type Placeholder, type SQL, sql } from 'drizzle-orm'
import { BetterSQLiteSession } from 'drizzle-orm/better-sqlite3/session'
import {
  BaseSQLiteDatabase,
  getTableConfig,
  type SQLiteColumn,
  SQLiteSyncDialect,
  type SQLiteTable,
} from 'drizzle-orm/sqlite-core'

/** Statements on the tables of a database; each is built when it first runs, and kept: see `kept`. */
export function statements(db: Database) {
  const dialect = new SQLiteSyncDialect()
  // The package's own function would load the driver, which is loaded where it is needed.
  const session = new BetterSQLiteSession<Record<string, never>, Record<string, never>>(db, dialect, undefined)
  const orm = new BaseSQLiteDatabase<'sync', RunResult, Record<string, never>, Record<string, never>>(
    'sync',
    dialect,
    session,
    undefined,
  )

  const read = <Row>(table: SQLiteTable, of: Columns, { where, by = [], limit }: Where) =>
    kept(() => {
      const found = orm
        .select(of)
        .from(table)
        .where(where)
        .orderBy(...by)
        .$dynamic()
      // A bound number would have SQLite prepare the statement anew for each run.
      const most = typeof limit === 'number' ? sql.raw(String(limit)) : limit
      const some = most === undefined ? found : found.limit(most as Placeholder)
      return some.prepare() as unknown as Read<Row>
    })
  const whole = <T extends SQLiteTable>(table: T, how: Where) =>
    read<T['$inferSelect']>(table, getTableColumns(table), how)
  const one = <C extends SQLiteColumn>(column: C, how: Where) =>
    read<{ column: DataOf<C> }>(column.table, { column }, how)

  return {
    /** For what the others do not say. */
    orm,
    rows<T extends SQLiteTable>(table: T, how: Where = {}) {
      const found = whole(table, how)
      return (values?: object) => found().all(values)
    },
    row<T extends SQLiteTable>(table: T, how: Where) {
      const found = whole(table, { limit: 1, ...how })
      return (values?: object) => found().get(values)
    },
    /** One column. */
    values<C extends SQLiteColumn>(column: C, how: Where = {}) {
      const found = one(column, how)
      return (values?: object) =>
        found()
          .all(values)
          .map((row) => row.column)
    },
    value<C extends SQLiteColumn>(column: C, how: Where) {
      const found = one(column, { limit: 1, ...how })
      return (values?: object) => found().get(values)?.column
    },
    update<T extends SQLiteTable>(table: T, set: Change<T>, where: SQL | undefined): (given?: object) => RunResult {
      const update = kept(() =>
        orm
          .update(table)
          .set(set as never)
          .where(where)
          .prepare(),
      )
      return (values) => update().run(values as Values)
    },
    remove(table: SQLiteTable, where?: SQL): (given?: object) => RunResult {
      const remove = kept(() => orm.delete(table).where(where).prepare())
      return (values) => remove().run(values as Values)
    },
    /** Inserts rows; one that is there stays with `ignore`, becomes the new one with `replace`, or changes as it is said. */
    insert<T extends SQLiteTable>(
      table: T,
      known?: 'ignore' | 'replace' | Change<T>,
    ): (row: T['$inferInsert']) => RunResult {
      const columns = Object.entries<SQLiteColumn>(getTableColumns(table))
      const each = <V>(value: (column: SQLiteColumn, key: string) => V) =>
        Object.fromEntries(columns.map(([key, column]) => [key, value(column, key)]))
      const insert = kept(() => {
        const into = orm.insert(table).values(each((_, key) => given(key)) as T['$inferInsert'])
        if (known === undefined) return into.prepare()
        if (known === 'ignore') return into.onConflictDoNothing().prepare()
        const set = known === 'replace' ? each(excluded) : known
        return into.onConflictDoUpdate({ target: keyOf(table), set: set as never }).prepare()
      })
      return (row) =>
        insert().run(each((column, key) => (row as Readonly<Record<string, unknown>>)[key] ?? column.default ?? null))
    },
  }
}

/** Which rows, in which order, and at most how many. */
export interface Where {
  readonly where?: SQL | undefined
  readonly by?: readonly (SQLiteColumn | SQL)[]
  readonly limit?: number | Placeholder
}

type Change<T extends SQLiteTable> = {
  readonly [C in keyof T['$inferInsert']]?: T['$inferInsert'][C] | SQL | Placeholder
}
type DataOf<C extends SQLiteColumn> = C['_']['notNull'] extends true ? C['_']['data'] : C['_']['data'] | null
type Columns = Readonly<Record<string, SQLiteColumn>>
type Values = Record<string, unknown>

/** A query whose rows are those of its columns. */
interface Read<Row> {
  all(values?: object): Row[]
  get(values?: object): Row | undefined
}

/** What is made when it is first asked for, and kept: to build a statement takes as long as to run it 11 to 17 times. */
export function kept<T>(make: () => T): () => T {
  let made: T | undefined
  return () => (made ??= make())
}

/** A value that a statement is given when it runs. */
export const given = sql.placeholder

/** That a column is among the values of a list, which is given as JSON. */
export const among = (column: SQLiteColumn, list: string): SQL =>
  sql`${column} IN (SELECT value FROM json_each(${given(list)}))`

/** What an insert that met another row would have put into a column. */
export const excluded = ({ name }: SQLiteColumn): SQL => sql.raw(`excluded.${name}`)

function keyOf(table: SQLiteTable): SQLiteColumn[] {
  const { columns, primaryKeys } = getTableConfig(table)
  return primaryKeys[0]?.columns ?? columns.filter(({ primary }) => primary)
}

/**
 * A database that is opened when it is first used, with statements that are prepared when they first run. Tables create all
 * their statements when they are built, and a command runs about a sixth of the 184; preparing all takes 5 ms of each
 * start (measured).
 */
export function deferred(open: () => Database): Database {
  const transaction = (work: (...given: unknown[]) => unknown) => {
    const made = kept(() => open().transaction(work))
    const as =
      (behaviour: 'deferred' | 'immediate') =>
      (...given: unknown[]) =>
        made()[behaviour](...given)
    return Object.assign(as('deferred'), { immediate: as('immediate') })
  }
  const used = {
    prepare: (sql: string) => new DeferredStatement(() => open().prepare<unknown[]>(sql)),
    transaction: transaction as Database['transaction'],
    pragma: (...given: Parameters<Database['pragma']>) => open().pragma(...given),
    exec: (sql: string) => open().exec(sql),
  }
  return used as unknown as Database
}

type Used = Pick<Statement, 'run' | 'get' | 'all' | 'iterate'>

class DeferredStatement implements Used {
  readonly #prepare: () => Statement
  readonly #statement: () => Statement

  constructor(prepare: () => Statement) {
    this.#prepare = prepare
    this.#statement = kept(prepare)
  }

  // Bound, so that a table hands them on as they are.
  readonly run: Used['run'] = (...given) => this.#statement().run(...given)
  readonly get: Used['get'] = (...given) => this.#statement().get(...given)
  readonly all: Used['all'] = (...given) => this.#statement().all(...given)
  readonly iterate: Used['iterate'] = (...given) => this.#statement().iterate(...given)

  pluck(): DeferredStatement {
    return new DeferredStatement(() => this.#prepare().pluck())
  }

  // Kept, since drizzle asks for it at each read.
  readonly raw = kept(() => new DeferredStatement(() => this.#prepare().raw()))
}
