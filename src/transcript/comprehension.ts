import { CHILD_MARK } from '../domain/child-mark.ts'
import type { ReaderOutput } from './reader.ts'

/** A file that looks like a conversation and in which no prompt was found. */
export interface Misread {
  /** Lines that look like a conversation. */
  readonly lines: number
  /** The version of the engine that wrote it, as the file has it. */
  readonly version?: string
}

/**
 * Tells whether prompts were found in a file. Lines are looked at until the first prompt, so that a file that is
 * understood costs nothing.
 */
export class Comprehension {
  #found: boolean
  #lines: number
  /** Lines of a kind that the reader does not know. */
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
    // A form without any known mark of a prompt: the file names a version of its engine, and the reader does not know
    // most of its lines.
    const isStrange = this.#version !== undefined && this.#unknown >= MANY_UNKNOWN && 2 * this.#unknown > this.#looked
    return isStrange ? { lines: this.#unknown, ...version } : undefined
  }

  /**
   * Takes a line and the reader's outputs for it; `open`: a turn runs. At the end of a file that is one JSON value,
   * `text` is its start.
   */
  see(text: string, outputs: readonly ReaderOutput[], open: boolean): void {
    if (this.#found) return
    // A question of ours is understood: it is no prompt of a person.
    this.#found = open || outputs.some(({ kind }) => kind === 'turn') || text.includes(CHILD_MARK)
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
/** Minimum number of unknown lines for a fault; fewer may be the settings lines of a session without a request. */
const MANY_UNKNOWN = 5
/** Reasons of skipped lines that belong to a run whose prompt was not found. */
const OF_A_RUN: ReadonlySet<string> = new Set(['no_prompt', 'orphan_result'])
/** Reasons by which a reader skips a line that it does not know. A line skipped for another reason was understood. */
const UNKNOWN: ReadonlySet<string> = new Set(['unknown_type', 'malformed', 'not_an_object'])
const SPOKEN =
  /"(?:role|type|kind|author|sender|from)"\s*:\s*"(?:user|human|assistant|agent|model|prompt|message|(?:user|human|agent|assistant|model)[_-]?(?:message|prompt|input|turn)s?)"/i
const VERSION = /"(?:cli_?|engine_?|app_?)?version"\s*:\s*"(\d{1,9}\.\d{1,9}[\w.+-]{0,40})"/i
