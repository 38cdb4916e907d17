import type { EntryReader, Fields, ReaderContext } from './reader.ts'

/** How the session files of one engine are recognised, found and read. */
export interface TranscriptFormat {
  /**
   * Raised when the reader learns to read what it could not: files in which an earlier version found no prompt are then
   * read again from their start.
   */
  readonly version: number
  /** A reader of one file; `session` names the session where the entries do not. */
  create(session: string, context: ReaderContext): EntryReader
  /** Whether an entry, the JSON object of one line, can be of this engine only. */
  isOwn(entry: Fields): boolean
  /** Whether a JSON array can be a session of this engine only. */
  isOwnList?(list: readonly unknown[]): boolean
  /** Whether a JSON document over many lines can be a session of this engine only, by the text at its start. */
  isOwnDocument?(start: string): boolean
  /** Every session is JSON Lines: a `.json` file in the engine's folder is none. */
  readonly inLines?: true
  /** The sessions of its database, where a file is one; throws where they cannot be read. */
  sessionsIn?(path: string): Iterable<object>
  /** What other files beside a session say about it. Never rejects. */
  beside?(path: string): Promise<ReaderContext>
  /** Where the file of a session lies that an event did not name, below the folder of all sessions. */
  locate?(
    folder: string,
    session: { readonly sessionId: string; readonly cwd?: string | undefined },
  ): Promise<string | undefined>
}
