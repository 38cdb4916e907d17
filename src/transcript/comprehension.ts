import type { ReaderOutput } from './reader.ts'

/** What a file came to that was read without a prompt, though it looks like a conversation. */
export interface Misread {
  /** Lines that look like one. */
  readonly lines: number
  /** The version of the engine that wrote it, as the file has it. */
  readonly version?: string
}

/** Whether a file's prompts were found: lines are looked at until the first one, so that a file that is read costs nothing. */
export class Comprehension {
  #found: boolean
  #lines: number
  /** Lines of a kind that the reader does not know, whatever they say. */
  #unknown = 0
  #version: string | undefined
  #looked = 0

  constructor({ found = false, misread }: { readonly found?: boolean; readonly misread?: Misread } = {}) {
    this.#found = found
    this.#lines = misread?.lines ?? 0
    this.#version = misread?.version
  }

  get found(): boolean {
    return this.#found
  }

  get misread(): Misread | undefined {
    if (this.#found) return undefined
    const version = this.#version === undefined ? {} : { version: this.#version }
    if (this.#lines > 0) return { lines: this.#lines, ...version }
    // A form whose prompts look like nothing we know: the engine signed the file, and most of it is unknown to the reader.
    const isStrange = this.#version !== undefined && this.#unknown >= MANY_UNKNOWN && 2 * this.#unknown > this.#looked
    return isStrange ? { lines: this.#unknown, ...version } : undefined
  }

  /** What a line came to; `open`: a turn runs. Of the end of a file that is one JSON value, `text` is how it begins. */
  see(text: string, outputs: readonly ReaderOutput[], open: boolean): void {
    if (this.#found) return
    this.#found = open || outputs.some(({ kind }) => kind === 'turn')
    if (this.#found) return
    const start = text.length > MAX_LOOK ? text.slice(0, MAX_LOOK) : text
    if (this.#version === undefined && this.#looked < MAX_LINES) this.#version = VERSION.exec(start)?.[1]
    this.#looked++
    for (const output of outputs) {
      if (output.kind !== 'skipped') continue
      const isUnknown = UNKNOWN.has(output.reason)
      if (isUnknown) this.#unknown++
      if (OF_A_RUN.has(output.reason) || (isUnknown && SPOKEN.test(start))) this.#lines++
    }
  }
}

/** Characters of a line, and lines of a file, that are looked at. */
const MAX_LOOK = 4_096
const MAX_LINES = 64
/** So many unknown lines are more than the state that an engine keeps of a session in which nothing was asked. */
const MANY_UNKNOWN = 5
/** Parts of a run whose prompt was not found. */
const OF_A_RUN: ReadonlySet<string> = new Set(['no_prompt', 'orphan_result'])
/** What a reader says of a line that it does not know. Whatever it passes over by another name it understood. */
const UNKNOWN: ReadonlySet<string> = new Set(['unknown_type', 'malformed', 'not_an_object'])
const SPOKEN =
  /"(?:role|type|kind|author|sender|from)"\s*:\s*"(?:user|human|assistant|agent|model|prompt|message|(?:user|human|agent|assistant|model)[_-]?(?:message|prompt|input|turn)s?)"/i
const VERSION = /"(?:cli_?|engine_?|app_?)?version"\s*:\s*"(\d{1,9}\.\d{1,9}[\w.+-]{0,40})"/i
