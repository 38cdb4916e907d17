import type { ErrorKind } from '../domain/errors.ts'

/** The status code that an answer has for each kind of error. */
export const STATUS = {
  invalid: 400,
  not_found: 404,
  conflict: 409,
  refused: 409,
  unavailable: 503,
  internal: 500,
} as const satisfies Record<ErrorKind, number>
