import { redactText } from './redact.ts'

/**
 * Redacts a text that comes in pieces: each line is given back as soon as it is whole. A secret is recognised within a line
 * and across the lines of `CONTEXT` characters before it, a private key however long it is up to `MOST_CONTEXT`. A value
 * that was recognised once is removed from all that comes later; from what was given back before, `redactText` removes it.
 */
export class RedactingStream {
  /** The unfinished line. */
  #line = ''
  /** The end of what was given back, with its secrets: the context of what follows. */
  #before = ''
  readonly #known: Map<string, string>

  /** `known` has the values that were recognised, with their kinds; it may be shared. */
  constructor(known = new Map<string, string>()) {
    this.#known = known
  }

  /** The lines that end in this piece, without secrets. */
  take(piece: string): string {
    const text = this.#line + piece
    const end = text.lastIndexOf('\n') + 1
    this.#line = text.slice(end)
    return this.#redacted(text.slice(0, end))
  }

  /** The unfinished line, without secrets. */
  rest(): string {
    const line = this.#line
    this.#line = ''
    return this.#redacted(line)
  }

  #redacted(lines: string): string {
    if (lines === '') return ''
    const whole = redactText(this.#before + lines, this.#known).text
    const before = redactText(this.#before, this.#known).text
    this.#before = contextOf(this.#before + lines)
    return whole.startsWith(before) ? whole.slice(before.length) : redactText(lines, this.#known).text
  }
}

/** Lines at the end of a text that tell what stands below them: the beginning of a key that has not ended is among them. */
function contextOf(text: string): string {
  const key = text.lastIndexOf('-----BEGIN ')
  const isOpen = key >= 0 && !text.includes('-----END ', key) && text.length - key <= MOST_CONTEXT
  const from = Math.min(text.length - CONTEXT, isOpen ? key : text.length)
  return from <= 0 ? text : text.slice(text.lastIndexOf('\n', from) + 1)
}

const CONTEXT = 2_048
const MOST_CONTEXT = 65_536
