/** How a caller may react: fix the input, look elsewhere, give up, or try again later. */
export type ErrorKind = 'invalid' | 'not_found' | 'conflict' | 'refused' | 'unavailable' | 'internal'

/** Every code this package raises, with its kind and what a person should do next. */
const CODES = {
  bad_turn: {
    kind: 'invalid',
    hint: 'A turn needs user_input (text) and outcome or stop_reason; see "wayland-core observe --help".',
  },
  bad_usage: { kind: 'invalid', hint: 'See "wayland-core --help".' },
  bad_option: { kind: 'invalid', hint: 'See "wayland-core help options" for the options and their values.' },
  bad_file: { kind: 'invalid', hint: 'Correct the file, or give another; nothing was changed.' },
  bad_transcript: {
    kind: 'refused',
    hint: 'Only regular files below the folder in which the agent keeps its sessions are read.',
  },
  transcript_behind: {
    kind: 'unavailable',
    hint: 'The agent has not written all of the session yet: give the same payload again in a moment.',
  },
  no_candidates: { kind: 'not_found', hint: 'Give at least one skill to choose from.' },
  no_such_skill: { kind: 'not_found', hint: 'List the skills with "wayland-core skills".' },
  ambiguous_skill: { kind: 'conflict', hint: 'Give more characters of the id, or the whole name.' },
  not_found: { kind: 'not_found', hint: 'Check the path or the id.' },
  conflict: { kind: 'conflict', hint: 'Look at the skill again and repeat the command.' },
  refused: { kind: 'refused', hint: 'Look at the skill with "wayland-core show <id>".' },
  illegal_move: { kind: 'refused', hint: 'See the status of the skill with "wayland-core show <id>".' },
  not_ours: { kind: 'refused', hint: 'Move or rename that folder if a draft should take its place.' },
  unavailable: { kind: 'unavailable', hint: 'See "wayland-core daemon status" and "wayland-core doctor".' },
  newer_database: { kind: 'refused', hint: 'Update wayland-core, or point WAYLAND_DATA_DIR at another folder.' },
  storage_unavailable: {
    kind: 'unavailable',
    hint: 'Check that the folder exists, is writable and has space left, or set WAYLAND_DATA_DIR to another.',
  },
  storage_locked: { kind: 'unavailable', hint: 'Another process holds the database; try again in a moment.' },
  model_unavailable: {
    kind: 'unavailable',
    hint: 'Check model.url and model.name, or go without: model.provider none.',
  },
  model_refused: {
    kind: 'refused',
    hint: 'See "wayland-core model" for what is asked, and "wayland-core model usage" for what came back.',
  },
  over_budget: {
    kind: 'refused',
    hint: 'Wait until tomorrow, or raise model.dailyTokens, model.maxCallsPerRun or model.childrenPerHour.',
  },
  internal: { kind: 'internal', hint: 'Run again with --log-level debug and report what it prints.' },
} as const satisfies Record<string, { kind: ErrorKind; hint: string }>

export type ErrorCode = keyof typeof CODES

/** The hint of an error that names none of its own. */
export const hintOf = (code: ErrorCode): string => CODES[code].hint

const MARK = Symbol.for('wayland-core.error')

/** The one error of this package: a code from the table, what happened to what, and a hint for the person. */
export class WaylandError extends Error {
  readonly [MARK] = true
  readonly code: ErrorCode
  readonly kind: ErrorKind
  readonly hint: string

  constructor(code: ErrorCode, message: string, options: { cause?: unknown; hint?: string } = {}) {
    super(errorWords(message), options.cause === undefined ? undefined : { cause: options.cause })
    this.name = 'WaylandError'
    this.code = code
    this.kind = CODES[code].kind
    this.hint = options.hint === undefined ? hintFor(code, message) : errorWords(options.hint)
  }
}

/** Whether a value is an error of this package, also when two copies of the package are loaded. */
export const isWaylandError = (error: unknown): error is WaylandError =>
  typeof error === 'object' && error !== null && MARK in error

/** Any thrown value as an error of this package: a foreign one becomes `internal` with the original as its cause. */
export function asWaylandError(error: unknown): WaylandError {
  if (isWaylandError(error)) return error
  const message = error instanceof Error ? error.message : String(error)
  if ((error as NodeJS.ErrnoException | null)?.syscall === 'mkdtemp')
    return new WaylandError('storage_unavailable', `no temporary folder can be made: ${message}`, {
      ...{ cause: error, hint: 'Point TMPDIR at a folder that can be written in.' },
    })
  return new WaylandError(isTooManyFiles(message) ? 'unavailable' : 'internal', message, { cause: error })
}

/** Wherever too many files are open, the same helps. */
const hintFor = (code: ErrorCode, message: string): string =>
  isTooManyFiles(message) ? 'Let this process have more open files: ulimit -n 256.' : CODES[code].hint

/** Whether a message tells of too many open files, of the process or the system. */
export const isTooManyFiles = (message: string): boolean => message.includes('EMFILE') || message.includes('ENFILE')

/** Longest quotation, and longest text, in code points; ids and names are shorter, most paths too. */
const MAX_QUOTED = 200
const MAX_TEXT = 2_000
/** What is kept of the end of a text that is cut: there a message says why. */
const END = 400

/**
 * A message about what a person gave, for one line: line breaks are blanks, and the middle or the end of what is longer
 * than any id is left out.
 */
function errorWords(message: string): string {
  const line = message.replace(/[\n\r\v\f\x85\u2028\u2029]/g, ' ')
  if (line.length <= MAX_QUOTED) return line
  // Every other part is between quotation marks.
  const parts = line.split('"').map((part, i) => (i % 2 === 1 ? cut(part, MAX_QUOTED, 0) : part))
  return cut(parts.join('"'), MAX_TEXT, END)
}

function cut(text: string, max: number, end: number): string {
  const points = [...text]
  if (points.length <= max) return text
  return `${points.slice(0, max - end - 1).join('')}…${points.slice(points.length - end).join('')}`
}
