import { resolve } from 'node:path'

/**
 * The folder that a variable names, as a path that stays the same whatever the working directory; undefined for none.
 */
export const movedFolder = (path: string | undefined): string | undefined => (path ? resolve(path) : undefined)
