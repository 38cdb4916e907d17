import { isFields } from '../domain/json-value.ts'
import type { Emit, EntryReader, Position, ReaderOutput, TranscriptReader } from './reader.ts'

/** Longest file that is one JSON value over many lines, in characters. */
const MAX_DOCUMENT = 64 * 1024 * 1024

/**
 * Reads the lines of a transcript as JSON: a line that is not JSON becomes an error, a value that is no object is
 * skipped, objects go to the engine's reader. If the first line is only the beginning of a JSON value, the whole file
 * is one document.
 */
export function jsonEntries(engine: EntryReader): TranscriptReader {
  const document = new Document()
  const readLine = (line: string, at: Position, emit: Emit): void => {
    const value = parsed(line)
    if (engine.document !== undefined && document.takes(line, value, at, emit)) return
    if (value instanceof SyntaxError) emit(notJson(value, at.line))
    else if (engine.document?.(value, emit) === true) return
    else if (!isFields(value)) emit({ kind: 'skipped', reason: 'not_an_object', line: at.line })
    else {
      const reason = engine.read(value, at, emit)
      if (reason !== undefined) emit({ kind: 'skipped', reason, line: at.line })
    }
  }
  return {
    push(line, at) {
      let outputs: ReaderOutput[] | undefined
      readLine(line, at, (output) => {
        outputs ??= []
        outputs.push(output)
      })
      return outputs ?? NOTHING
    },
    end() {
      const outputs: ReaderOutput[] = []
      const emit = (output: ReaderOutput) => outputs.push(output)
      const value = document.value()
      if (value instanceof SyntaxError) emit(notJson(value, 1))
      else if (value !== undefined && engine.document?.(value, emit) !== true)
        emit({ kind: 'skipped', reason: 'unknown_type', line: 1 })
      engine.end(emit)
      return outputs
    },
    openAt: () => (document.open ? { line: 1, offset: 0 } : engine.openAt()),
    context: () => (document.open ? {} : engine.context()),
    inDocument: () => document.open,
  }
}

/** Gathers the lines of a file that is one JSON value. */
class Document {
  #first: { readonly text: string; readonly error: SyntaxError; readonly at: Position } | undefined
  #pieces: string[] | undefined
  #length = 0
  #decided = false

  get open(): boolean {
    return this.#pieces !== undefined
  }

  /** Takes a line; false if it is no part of a document. A second line that is a whole object tells of a broken one. */
  takes(line: string, value: unknown, at: Position, emit: Emit): boolean {
    if (!this.#decided) {
      this.#decided = true
      if (!(value instanceof SyntaxError) || !/^\s*[[{]/.test(line)) return false
      this.#first = { text: line, error: value, at }
      this.#pieces = []
    } else if (this.#pieces?.length === 1 && isEntry(value) && this.#first?.text.trimStart().startsWith('{') === true) {
      emit(notJson(this.#first.error, this.#first.at.line))
      this.#pieces = undefined
    }
    if (this.#pieces === undefined) return false
    this.#length += line.length
    if (this.#length <= MAX_DOCUMENT) this.#pieces.push(line)
    else this.#pieces = []
    return true
  }

  /** The document's value, or the error of its JSON; undefined when the file is no document. */
  value(): unknown {
    if (this.#pieces === undefined) return undefined
    return this.#length > MAX_DOCUMENT ? new SyntaxError('the document is too long') : parsed(this.#pieces.join('\n'))
  }
}

const isEntry = (value: unknown): boolean => isFields(value) && !(value instanceof SyntaxError)

const NOTHING: readonly ReaderOutput[] = []

const notJson = (error: SyntaxError, line: number): ReaderOutput => ({
  kind: 'error',
  line,
  message: `not JSON: ${error.message.slice(0, 120)}`,
})

/** The JSON value of a text, or the parser's message. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    return error instanceof SyntaxError ? error : new SyntaxError(String(error))
  }
}
