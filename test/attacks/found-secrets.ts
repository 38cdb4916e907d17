import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { plantedSecrets } from '../domain/planted-secrets.ts'

export const PLANTED = plantedSecrets(21)

/** What was planted and is still to be found: in any file below a folder, or in a text. */
export function found(folder: string, ...texts: readonly string[]): readonly string[] {
  const walk = (path: string): string[] =>
    readdirSync(path, { withFileTypes: true }).flatMap((entry) =>
      entry.isDirectory() ? walk(join(path, entry.name)) : [join(path, entry.name)],
    )
  const files = walk(folder)
  const all = [
    ...files.map((file) => [file, readFileSync(file, 'latin1')] as const),
    ['a name', files.join('\n')] as const,
  ]
  const read = [...all, ...texts.map((text) => ['what was said', text] as const)]
  return PLANTED.flatMap(({ kind, secret }) =>
    read.filter(([, text]) => text.includes(secret)).map(([file]) => `${kind} in ${file.replace(folder, '')}`),
  )
}
