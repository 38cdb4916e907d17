import { textsOf } from './texts-of.ts'

/** The lines of a Jupyter notebook as they are read and run, which the file holds as JSON strings. Undefined for other files. */
export function notebookText(json: string): string | undefined {
  try {
    return textsOf(JSON.parse(json))
      .map((line) => (line.endsWith('\n') ? line : `${line}\n`))
      .join('')
  } catch {
    return undefined
  }
}
