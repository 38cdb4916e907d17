import { WaylandError } from '../domain/errors.ts'

/** Returns the name if it is a single path component; throws `bad_file` otherwise. */
export function safe(name: string): string {
  if (name === '' || name === '.' || name === '..' || /[/\\\0]/.test(name))
    throw new WaylandError('bad_file', `${JSON.stringify(name)} cannot be the name of a skill's folder`)
  return name
}

/** Maps names that some file system treats as equal to the same text. */
export const fold = (name: string): string => name.normalize('NFKC').toLowerCase()
