import { isAbsolute } from 'node:path'

/** The path that a variable names; undefined where it names none or a relative one, which the XDG specification ignores. */
export const absolute = (path: string | undefined): string | undefined =>
  path !== undefined && isAbsolute(path) ? path : undefined
