import { WaylandError } from '../domain/errors.ts'

/** The name, where it is one folder's name and nothing else; throws `bad_skill` otherwise. */
export function safe(name: string): string {
  if (name === '' || name === '.' || name === '..' || /[/\\\0]/.test(name))
    throw new WaylandError('bad_skill', `${JSON.stringify(name)} cannot be the name of a skill's folder`)
  return name
}

/** Names that some file system takes for the same. */
export const fold = (name: string): string => name.normalize('NFKC').toLowerCase()
