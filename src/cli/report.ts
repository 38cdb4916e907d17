import type { WaylandError } from '../domain/errors.ts'

/** What a command says, and the only place that writes to the terminal. */
export interface Report {
  /** One line, or several, on stdout. */
  line(text?: string): void
  /** One JSON value on stdout, on one line. */
  json(value: unknown): void
  /** A line for the person on stderr. */
  note(text: string): void
  error(error: WaylandError): void
  /** One line on a terminal's stderr that the next call replaces; nothing where stderr is not a terminal. */
  progress(text: string | undefined): void
}

export function createReport(): Report {
  const terminal = process.stderr.isTTY === true
  return {
    line: (text = '') => console.log(text),
    json: (value) => console.log(JSON.stringify(value)),
    note: (text) => console.error(text),
    error: ({ message, hint }) => console.error(`Error: ${message}\nTry: ${hint}`),
    progress(text) {
      if (!terminal) return
      const width = (process.stderr.columns ?? 80) - 1
      process.stderr.write(`\r\u001b[K${(text ?? '').slice(0, width)}`)
    },
  }
}

/** Rows as aligned columns, the first row being the heads. Widths count code points. */
export function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, i) => Math.max(...rows.map((row) => [...(row[i] ?? '')].length)))
  const pad = (cell: string, i: number) => cell + ' '.repeat(Math.max(0, (widths[i] ?? 0) - [...cell].length))
  return rows.map((row) => row.map(pad).join('  ').trimEnd()).join('\n')
}

/** A bar for progress lines: `share` is from 0 to 1. */
export function bar(share: number, width = 20): string {
  const filled = Math.round(Math.min(1, Math.max(0, share)) * width)
  return `[${'#'.repeat(filled)}${'.'.repeat(width - filled)}] ${Math.round(Math.min(1, Math.max(0, share)) * 100)} %`
}
