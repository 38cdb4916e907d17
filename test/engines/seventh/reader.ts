import type { Fields } from '../../../src/domain/json-value.ts'
import {
  type Emit,
  type EntryReader,
  type Position,
  type TranscriptFormat,
  textOf,
} from '../../../src/transcript/reader.ts'
import { TurnLog } from '../../../src/transcript/turn-log.ts'

export const format: TranscriptFormat = {
  version: 1,
  create: (session) => new SeventhReader(session),
  isOwn: (entry) => 'seventh' in entry,
  inLines: true,
}

/** Lines such as `{"seventh": "asked", "text": …}`, `{"seventh": "ran", "command": …}` and `{"seventh": "said", "text": …}`. */
class SeventhReader implements EntryReader {
  readonly #log = new TurnLog()
  readonly #session: string

  constructor(session: string) {
    this.#session = session
  }

  read(entry: Fields, at: Position, emit: Emit): string | undefined {
    const text = textOf(entry.text) ?? ''
    const timestamp = textOf(entry.at)
    if (entry.seventh === 'asked')
      this.#log.open(
        { text, promptId: `line:${at.line}`, at, engine: 'seventh', sessionId: this.#session, timestamp },
        emit,
      )
    else if (entry.seventh === 'said') this.#said(text)
    else this.#ran(entry, at)
    return undefined
  }

  end(emit: Emit): void {
    this.#log.end(emit)
  }

  openAt(): Position | undefined {
    return this.#log.openAt()
  }

  context() {
    return {}
  }

  #said(text: string): void {
    this.#log.turn?.said(text)
    this.#log.turn?.stopped('end_turn')
  }

  #ran({ command }: Fields, { line }: Position): void {
    const id = `line:${line}`
    this.#log.turn?.call({ id, name: 'bash', input: { command } })
    this.#log.turn?.result(id, { output: 'done', ok: true, exitCode: 0 })
  }
}
