import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

const FIXTURES = join(import.meta.dirname, '..', '..', 'fixtures')

/** The files of folders below the fixtures, small ones first: more rounds in the same time. */
export function filesOf(...folders: readonly string[]): readonly Buffer[] {
  const files = folders.flatMap((folder) =>
    readdirSync(join(FIXTURES, folder)).map((name) => join(FIXTURES, folder, name)),
  )
  return files.sort((a, b) => statSync(a).size - statSync(b).size).map((file) => readFileSync(file))
}

/** Runs what may refuse its input, but only with errors of these codes. */
export function refusingOnly<T>(codes: readonly string[], work: () => T): T | undefined {
  try {
    return work()
  } catch (error) {
    if (codes.includes((error as { code?: string }).code ?? '')) return undefined
    throw error
  }
}

/** Nothing to release. */
export const nothing = async (): Promise<void> => {}
