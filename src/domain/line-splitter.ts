import { isUtf8 } from 'node:buffer'

/** A line of the file: its text without the line end, or why there is none. */
export type Line =
  | { readonly kind: 'text'; readonly text: string; readonly at: Position; readonly flaw?: LineFlaw }
  | { readonly kind: 'blank' | 'line_too_long'; readonly at: Position }

/** What had to be replaced or dropped to make a line text. */
export type LineFlaw = 'not UTF-8' | 'holds NUL bytes'

/**
 * Cuts the bytes of a file into lines, with exact byte offsets whatever the bytes are. A line longer than `maxLineBytes`
 * is counted and never held; invalid UTF-8 is replaced and NUL bytes are dropped, both counted.
 */
export class LineSplitter {
  readonly #max: number
  #line: number
  /** Offset of the line being gathered, and of the next byte. */
  #start: number
  #offset: number
  #parts: Buffer[] = []
  #held = 0
  #tooLong = false
  invalidUtf8 = 0
  nulBytes = 0

  constructor(from: Position, maxLineBytes: number) {
    this.#max = maxLineBytes
    this.#line = from.line
    this.#start = from.offset
    this.#offset = from.offset
  }

  /** Where the unfinished line begins. */
  get position(): Position {
    return { line: this.#line, offset: this.#start }
  }

  /** The lines that end in this chunk. The chunk may be reused afterwards. */
  push(chunk: Buffer): Line[] {
    const lines: Line[] = []
    let from = 0
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, from)) {
      lines.push(this.#finish(chunk.subarray(from, end)))
      this.#offset += end + 1 - from
      from = end + 1
      this.#next()
    }
    if (from < chunk.length) this.#hold(chunk.subarray(from))
    return lines
  }

  /** The last line, when the file does not end in a line end; undefined when nothing is left. */
  rest(): Line | undefined {
    return this.#offset === this.#start ? undefined : this.#finish(EMPTY)
  }

  #hold(part: Buffer): void {
    this.#offset += part.length
    if (this.#held + part.length > this.#max) this.#tooLong = true
    if (this.#tooLong) this.#parts = []
    else this.#parts.push(Buffer.from(part))
    this.#held += part.length
  }

  #finish(tail: Buffer): Line {
    const at = this.position
    if (this.#tooLong || this.#held + tail.length > this.#max) return { kind: 'line_too_long', at }
    const bytes = this.#parts.length === 0 ? tail : Buffer.concat([...this.#parts, tail])
    const end = bytes.at(-1) === 13 ? bytes.length - 1 : bytes.length
    const [invalid, nul] = [this.invalidUtf8, this.nulBytes]
    const text = this.#decode(end === bytes.length ? bytes : bytes.subarray(0, end))
    if (this.invalidUtf8 > invalid) return { kind: 'text', text, at, flaw: 'not UTF-8' }
    if (this.nulBytes > nul) return { kind: 'text', text, at, flaw: 'holds NUL bytes' }
    return isBlank(text) ? { kind: 'blank', at } : { kind: 'text', text, at }
  }

  #decode(bytes: Buffer): string {
    if (!isUtf8(bytes)) this.invalidUtf8++
    let text = bytes.toString('utf8')
    if (bytes.includes(0)) {
      const clean = text.replaceAll('\0', '')
      this.nulBytes += text.length - clean.length
      text = clean
    }
    return text.startsWith('\uFEFF') ? text.slice(1) : text
  }

  #next(): void {
    this.#line++
    this.#start = this.#offset
    this.#parts = []
    this.#held = 0
    this.#tooLong = false
  }
}

const EMPTY = Buffer.alloc(0)
const isBlank = (text: string): boolean => text.length < 200 && text.trim() === ''

/** Where a line of a file begins: its number from 1, its byte offset from 0. */
export interface Position {
  readonly line: number
  readonly offset: number
}
