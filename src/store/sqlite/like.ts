/** Longer texts are no pattern for SQLite, and nobody looks for them. */
const MAX_TEXT = 1_000

/** The pattern of LIKE, with ESCAPE '\', for what has this text; ASCII letters of either case are the same. */
export const containing = (text: string): string =>
  `%${text.slice(0, MAX_TEXT).replaceAll('\\', '\\\\').replaceAll('%', '\\%').replaceAll('_', '\\_')}%`
