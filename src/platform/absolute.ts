import { isAbsolute } from 'node:path'

/**
 * An absolute path from a variable; undefined if it is empty or relative (the XDG specification ignores relative ones).
 */
export const absolute = (path: string | undefined): string | undefined =>
  path !== undefined && isAbsolute(path) ? path : undefined
