import { type Fields, isFields } from '../domain/json-value.ts'
import type { Position } from '../domain/line-splitter.ts'
import type { Start } from '../domain/origin.ts'
import type { TurnInput } from '../domain/turn.ts'

export type { Position }

/** A turn of the transcript; `closed` is false when the file ended before anything else closed it. */
export interface TurnOutput {
  readonly kind: 'turn'
  readonly turn: TurnInput
  /** Position of the user's prompt; in a file that is one JSON value, `line` numbers the messages. */
  readonly prompt: Position
  readonly closed: boolean
  /** The assistant had the last word, or the engine said that it stopped, and no call waits for its result. */
  readonly ended: boolean
  /** The engine recorded that it stopped. After a text without that record a call may still follow. */
  readonly told: boolean
  /** The outcome is what the owner of the whole run said. */
  readonly judged?: boolean
  /** The user went back to before it: what earlier reads reported of it is withdrawn. */
  readonly takenBack: boolean
  /** The last text of the assistant, as much of it as the reader kept. */
  readonly said?: string | undefined
}

/** A line that was skipped or could not be read. Every other line was used. */
export type LineOutput =
  | { readonly kind: 'skipped'; readonly reason: string; readonly line: number }
  | { readonly kind: 'error'; readonly line: number; readonly message: string }

export type ReaderOutput = TurnOutput | LineOutput
export type Emit = (output: ReaderOutput) => void

/** What a reader must know when it starts in the middle of a file. */
export interface ReaderContext {
  readonly sessionId?: string
  readonly projectDir?: string
  /** How the session was begun, where its first lines say so. */
  readonly start?: Start
  /** The file belongs to a run that another agent started. */
  readonly subagent?: boolean
  /** A run goes on that no prompt of a person began. */
  readonly apart?: boolean
  /** The engine's id of the turn that runs, or of the last prompt, and whether a prompt has taken it. */
  readonly turnId?: string
  readonly turnIdTaken?: boolean
  /** Ids of the newest prompts that earlier reads told of, where a later line can drop them. */
  readonly told?: readonly string[]
  /** Sessions whose turns the file holds copies of, since it was forked from them. */
  readonly ancestors?: readonly string[]
  /** The session that the file was forked from; what is older than `until`, in ms since 1970, is a copy. */
  readonly origin?: { readonly sessionId: string; readonly until: number }
}

/** Turns the lines of one transcript into turns: pure, incremental, never throws whatever the line holds. */
export interface TranscriptReader {
  push(line: string, at: Position): readonly ReaderOutput[]
  /** The end of the file: closes what is open. Nothing may be pushed after it. */
  end(): readonly ReaderOutput[]
  /** The first line that a later read must see again: the prompt of the turn still open. */
  openAt(): Position | undefined
  /** What a later read must be given that starts at `openAt()`, or at the end of the file. */
  context(): ReaderContext
  /** Whether the lines so far are pieces of one JSON value, which only the end of the file makes whole. */
  inDocument(): boolean
}

/** One engine's reader of entries. `read` gives undefined for an entry that it used, else why it skipped it. */
export interface EntryReader {
  read(entry: Fields, at: Position, emit: Emit): string | undefined
  /** A whole session in one JSON value; false when it is none. Absent where the engine writes lines only. */
  document?(value: unknown, emit: Emit): boolean
  end(emit: Emit): void
  openAt(): Position | undefined
  context(): ReaderContext
}

/** A field's text, or undefined when it is absent, empty or something else. */
export const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined

/** The text of a content field: a string, a part, or a list of parts with `text`; undefined for anything else. */
export function contentText(content: unknown): string | undefined {
  if (typeof content === 'string') return content
  if (isFields(content)) return textOf(content.text)
  if (!Array.isArray(content)) return undefined
  const texts = content.flatMap((part: unknown) =>
    typeof part === 'string' ? [part] : isFields(part) && typeof part.text === 'string' ? [part.text] : [],
  )
  return texts.length === 0 ? undefined : texts.join('\n')
}

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
