import { readdirSync } from 'node:fs'

/** The names in a folder; none where it is not there, or may not be read. */
export function listed(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
