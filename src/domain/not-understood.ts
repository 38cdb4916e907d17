import { isOlder } from './version.ts'

/** Files of one engine that look like conversations but in which no prompt was recognised. */
export interface NotUnderstood {
  readonly engine: string
  /** The version of the engine that the files name. */
  readonly version: string | null
  readonly files: number
  /** Lines of these files in total. */
  readonly lines: number
}

/** Merges entries of equal engine and version; most lines first. */
export function putTogether(all: readonly NotUnderstood[]): readonly NotUnderstood[] {
  const sums = new Map<string, NotUnderstood>()
  for (const one of all) {
    const key = JSON.stringify([one.engine, one.version])
    const { files = 0, lines = 0 } = sums.get(key) ?? {}
    sums.set(key, { ...one, files: files + one.files, lines: lines + one.lines })
  }
  return [...sums.values()].sort((a, b) => b.lines - a.lines)
}

/** The engine that wrote a file: its name and the versions that are known to work. */
export interface Writer {
  readonly label: string
  /** The newest version that was seen working. */
  readonly newest?: string | undefined
}

/** One line, such as `12 files, 340 lines, no prompt found: written by Codex 0.201.0, newer than what this version reads`. */
export function notUnderstoodText({ version, files, lines }: NotUnderstood, { label, newest }: Writer): string {
  const count = `${files} file${files === 1 ? '' : 's'}, ${lines} line${lines === 1 ? '' : 's'}, no prompt found`
  if (version === null) return `${count}: not in the form of ${label} that this version reads`
  const isNewer = newest !== undefined && isOlder(newest, version)
  return `${count}: written by ${label} ${version}, ${isNewer ? 'newer than what' : 'in a form that'} this version ${isNewer ? 'reads' : 'does not read'}`
}
