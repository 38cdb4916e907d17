/** A JSON object, its fields not yet checked. */
export type Fields = Readonly<Record<string, unknown>>

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The value of a JSON text; undefined for any other text. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The JSON object of a text; undefined for any other text. */
export function objectIn(text: string): Fields | undefined {
  const value = jsonIn(text)
  return isFields(value) ? value : undefined
}

/** A value as text: a string as it is, anything else as JSON, '' where there is none. */
export const valueText = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))
