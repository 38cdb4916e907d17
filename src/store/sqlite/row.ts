import { type Column, getTableColumns, getTableName, type Table } from 'drizzle-orm'
import { customType } from 'drizzle-orm/sqlite-core'

/** A row of a schema table as the driver returns it: by column name, not decoded. */
export type RowOf<T extends Table> = {
  readonly [C in T['_']['columns'][keyof T['_']['columns']] as C extends Column
    ? C['_']['name']
    : never]: C['_']['notNull'] extends true ? C['_']['data'] : C['_']['data'] | null
}

/** A row of a query that leaves out rows where one of these columns is null. */
export type Known<Row, C extends keyof Row> = Omit<Row, C> & { readonly [K in C]: NonNullable<Row[K]> }

/** A column of JSON text; null stays null. */
export const json = <T>(name: string) =>
  customType<{ data: T; driverData: string | null }>({
    dataType: () => 'text',
    toDriver: (value) => (value === null ? null : JSON.stringify(value)),
    fromDriver: (text) => JSON.parse(text as string) as T,
  })(name)

/** The columns of a table, or some of them, under their names in the schema, for a query in SQL, and its rows as records. */
export function recordsOf<T extends Table, R = T['$inferSelect']>(
  table: T,
  some: Readonly<Record<string, Column>> = getTableColumns(table),
) {
  const columns = Object.entries(some)
  const encoded = columns.filter(([, { columnType }]) => /Boolean|Custom/.test(columnType))
  return {
    /** `of`: the name of the table in the query. */
    columns: (of = getTableName(table)) => columns.map(([key, { name }]) => `${of}.${name} AS "${key}"`).join(', '),
    /** Of all columns, or of some. In place: of a large library each copy would cost as much as the row. */
    record(row: unknown): R {
      const values = row as Record<string, unknown>
      for (const [key, column] of encoded) {
        const value = values[key]
        if (value === '[]') values[key] = NONE
        else if (value !== undefined && value !== null) values[key] = column.mapFromDriverValue(value)
      }
      return values as R
    },
  }
}

/** Every empty list. */
export const NONE: readonly never[] = Object.freeze([])
