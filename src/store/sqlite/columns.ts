import { customType } from 'drizzle-orm/sqlite-core'

/** A column of JSON text; null stays null. */
export const json = <T>(name: string) =>
  customType<{ data: T; driverData: string | null }>({
    dataType: () => 'text',
    toDriver: (value) => (value === null ? null : JSON.stringify(value)),
    fromDriver: (text) => JSON.parse(text as string) as T,
  })(name)
