import type { Column, Table } from 'drizzle-orm'
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
