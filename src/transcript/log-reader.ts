import type { Emit, EntryReader, Fields, Position, ReaderContext } from './reader.ts'
import { TurnLog } from './turn-log.ts'

/** A reader of entries that keeps nothing back beside its log of turns. */
export abstract class LogReader implements EntryReader {
  protected readonly log: TurnLog

  constructor(log: TurnLog = new TurnLog()) {
    this.log = log
  }

  abstract read(entry: Fields, at: Position, emit: Emit): string | undefined

  /** What the reader knows after the last entry. */
  protected abstract knows(): ReaderContext

  end(emit: Emit): void {
    this.log.end(emit)
  }

  openAt(): Position | undefined {
    return this.log.openAt()
  }

  context(): ReaderContext {
    return this.log.context() ?? this.knows()
  }
}
