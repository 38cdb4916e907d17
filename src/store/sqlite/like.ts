/** Characters of a search that count; SQLite refuses a pattern of more than 50,000 bytes (its limits). */
const MAX_TEXT = 1_000

/** The pattern of LIKE, with ESCAPE '\', for what has this text; ASCII letters of either case are the same. */
export const containing = (text: string): string =>
  `%${text.slice(0, MAX_TEXT).replaceAll('\\', '\\\\').replaceAll('%', '\\%').replaceAll('_', '\\_')}%`
