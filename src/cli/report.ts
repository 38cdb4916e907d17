import type { WaylandError } from '../domain/errors.ts'
import { homely } from '../platform/homely.ts'
import { columns } from './columns.ts'
import { isTerminal, terminalColumns, writeOut } from './stdout.ts'

/** The output of a command, and the only place that writes to the terminal. */
export interface Report {
  /** One line, or several, on stdout. */
  line(text?: string): void
  /** A text for another program on stdout, byte for byte; on a terminal it is written like a line. */
  text(text: string): void
  /** Rows as aligned columns on stdout, the first row being the headings; cut to the width of a terminal. */
  table(rows: readonly (readonly string[])[]): void
  /** One JSON value on stdout, on one line. */
  json(value: unknown): void
  /** A piece of one JSON value that is too large to be held, as text; the last piece ends the line. */
  jsonPart(text: string): void
  /** A line for the person on stderr. */
  note(text: string): void
  error(error: WaylandError): void
  /** One line on a terminal's stderr that the next call replaces; nothing where stderr is not a terminal. */
  progress(text: string | undefined): void
  /** Columns to fit text into. */
  readonly width: number
}

export function createReport(): Report {
  let watched: NodeJS.WriteStream | undefined
  // Created on first use: few commands write to stderr.
  const errors = (): NodeJS.WriteStream => {
    watched ??= process.stderr.on('error', ignoreClosed)
    return watched
  }
  const clear = () => {
    if (errors().isTTY) errors().write('\r\u001b[K')
  }
  const say = (text: string) => writeOut(`${text}\n`)
  const shown = (text: string) => (isTerminal() ? homely(text) : text)
  let shownAt = 0
  return {
    line: (text = '') => say(printable(shown(text))),
    text: (text) => (isTerminal() ? say(printable(text.replace(/\n$/, ''))) : writeOut(text)),
    table: (rows) =>
      say(
        printable(
          columns(
            rows.map((row) => row.map(shown)),
            terminalColumns(),
          ),
        ),
      ),
    json: (value) => say(JSON.stringify(value)),
    jsonPart: writeOut,
    note(text) {
      clear()
      console.error(printable(errors().isTTY ? homely(text) : text))
    },
    error({ message, hint }) {
      clear()
      const text = `Error: ${message}\nTry: ${hint}`
      console.error(printable(errors().isTTY ? homely(text) : text))
    },
    progress(text = '') {
      const now = performance.now()
      const stderr = errors()
      if (!stderr.isTTY || (text !== '' && now - shownAt < FRAME_MS)) return
      shownAt = text === '' ? 0 : now
      clear()
      stderr.write(printable(homely(text)).slice(0, (stderr.columns ?? WIDTH) - 1))
    },
    get width() {
      return Math.min(terminalColumns() ?? WIDTH, MAX_WIDTH)
    },
  }
}

const WIDTH = 80
/** Least time between two progress lines, in ms; faster ones cannot be read. */
const FRAME_MS = 40
/** Longer lines of prose are hard to read. */
const MAX_WIDTH = 100

/** A bar for progress lines: `share` is from 0 to 1. */
export function bar(share: number, width = 20): string {
  const filled = Math.round(Math.min(1, Math.max(0, share)) * width)
  return `[${'#'.repeat(filled)}${'.'.repeat(width - filled)}] ${Math.round(Math.min(1, Math.max(0, share)) * 100)} %`
}

/** A number of things: `1 draft`, `3 drafts`. */
export const counted = (n: number, what: string): string => `${n} ${what}${n === 1 ? '' : 's'}`

/** What an event says was done, as a sentence for the person. */
export const sentence = (what: string): string => `${what.charAt(0).toUpperCase()}${what.slice(1)}.`

/** Text of skills and requests is untrusted: characters that control a terminal or the reading order are shown as �. */
const printable = (text: string): string =>
  text.replace(/[\0-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/g, '\ufffd')

function ignoreClosed(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error
}

const SECOND_MS = 1_000

/** Shows on a terminal what goes on, and for how long, until it is done. */
export async function during<T>(report: Pick<Report, 'progress'>, what: string, work: Promise<T>): Promise<T> {
  let seconds = 0
  report.progress(`${what} …`)
  const timer = setInterval(() => report.progress(`${what} … ${++seconds} s`), SECOND_MS)
  try {
    return await work
  } finally {
    clearInterval(timer)
    report.progress(undefined)
  }
}
