import { type EntryReader, isFields, type Position, type ReaderOutput, type TranscriptReader } from './reader.ts'

/** Longest file that is one JSON value over many lines, in characters. */
const MAX_DOCUMENT = 64 * 1024 * 1024

/**
 * Reads the lines of a transcript as JSON entries: what is not JSON becomes an error, what is no object is skipped, the
 * rest goes to the engine. A first line that is only the beginning of a JSON value makes the whole file one document.
 */
export function jsonEntries(engine: EntryReader): TranscriptReader {
  let first = true
  let pieces: string[] | undefined
  let held = 0
  const readLine = (line: string, at: Position, emit: (output: ReaderOutput) => void): void => {
    const value = parsed(line)
    if (first && value instanceof SyntaxError && engine.document !== undefined && /^\s*[[{]/.test(line)) pieces = []
    first = false
    if (pieces !== undefined) {
      held += line.length
      if (held <= MAX_DOCUMENT) pieces.push(line)
      else pieces = [] // too much: only its end is missing now, and that is an error
      return
    }
    if (value instanceof SyntaxError)
      emit({ kind: 'error', line: at.line, message: `not JSON: ${value.message.slice(0, 120)}` })
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
      if (pieces !== undefined) {
        const value = held > MAX_DOCUMENT ? new SyntaxError('the document is too long') : parsed(pieces.join('\n'))
        if (value instanceof SyntaxError)
          emit({ kind: 'error', line: 1, message: `not JSON: ${value.message.slice(0, 120)}` })
        else if (engine.document?.(value, emit) !== true) emit({ kind: 'skipped', reason: 'unknown_type', line: 1 })
      }
      engine.end(emit)
      return outputs
    },
    openAt: () => (pieces === undefined ? engine.openAt() : { line: 1, offset: 0 }),
    context: () => (pieces === undefined ? engine.context() : {}),
    inDocument: () => pieces !== undefined,
  }
}

const NOTHING: readonly ReaderOutput[] = []

/** The JSON value of a text, or why it is none. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    return error instanceof SyntaxError ? error : new SyntaxError(String(error))
  }
}
