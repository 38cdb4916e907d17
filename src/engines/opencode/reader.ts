import { createRequire } from 'node:module'
import type DriverClass from 'better-sqlite3'
import { type Fields, isFields } from '../../domain/json-value.ts'
import { personsWords } from '../../domain/persons-words.ts'
import { type Emit, type Position, type ReaderContext, type TranscriptFormat, textOf } from '../../transcript/reader.ts'
import type { ToolResult } from '../../transcript/tool-result.ts'
import { LogReader } from '../../transcript/turn-log.ts'

/** Sessions that `opencode export` printed: one JSON value each. */
export const format: TranscriptFormat = {
  version: 1,
  create: (session) => new OpencodeReader(session),
  isOwn: (entry) => sessionIn(entry) !== undefined,
  sessionsIn,
  isOwnDocument: (start) => /^\s*\{\s*"info":\s*\{\s*"id":\s*"ses_/.test(start),
}

class OpencodeReader extends LogReader {
  #whole = false
  /** The last answer of the model in the session, and whether a prompt after it has none yet. */
  #last: Fields | undefined
  #waits = false
  /** Messages of which the answers are shell commands of the person's own. */
  readonly #own = new Set<unknown>()

  read(entry: Fields, _at: Position, emit: Emit): string | undefined {
    return this.document(entry, emit) ? undefined : 'unknown_type'
  }

  document(value: unknown, emit: Emit): boolean {
    const session = sessionIn(value)
    if (session === undefined) return false
    this.#whole = true
    // The next session takes nothing back of the one before it.
    this.log.end(emit)
    this.#last = undefined
    // A session inside another one is part of that one's turn.
    if (session.info.parentID === undefined)
      for (const [i, message] of session.messages.entries())
        this.#message(message, { line: i + 1, offset: 0 }, session.info, emit)
    return true
  }

  /** A document is read again from its start. */
  override openAt(): Position | undefined {
    return this.#whole ? { line: 1, offset: 0 } : undefined
  }

  protected knows(): ReaderContext {
    return {}
  }

  #message(message: Message, at: Position, session: Fields, emit: Emit): void {
    if (message.info.role === 'user') this.#asked(message, at, session, emit)
    else if (!this.#own.has(message.info.parentID)) this.#answered(message, session)
  }

  #asked({ info, parts }: Message, at: Position, session: Fields, emit: Emit): void {
    if (parts.some(isOwnCommand)) this.#own.add(info.id)
    const text = personsWords(typedIn(parts)).trim()
    if (text === '') return
    const created = timeOf(info, 'created')
    // Typed while the run went on, it belongs to the request before.
    const waited = timeOf(this.#last, 'completed') > created
    if (waited && (this.#waits || GOES_ON.has(textOf(this.#last?.finish) ?? ''))) {
      this.log.turn?.steered(text)
      return
    }
    this.#waits = true
    this.log.open(
      {
        text,
        promptId: textOf(info.id) ?? `line:${at.line}`,
        at,
        engine: 'opencode',
        sessionId: textOf(session.id),
        projectDir: textOf(session.directory),
        timestamp: Number.isFinite(created) ? new Date(created).toISOString() : undefined,
      },
      emit,
    )
  }

  #answered({ info, parts }: Message, session: Fields): void {
    const turn = this.log.turn
    if (turn === undefined) return
    this.#last = info
    this.#waits = false
    turn.message(textOf(info.id))
    for (const { type, text, tool, callID, state } of parts) {
      if (type === 'text') turn.said(textOf(text))
      if (type !== 'tool' || !isFields(state)) continue
      turn.call({ id: textOf(callID), name: String(tool), input: state.input ?? {}, cwd: textOf(session.directory) })
      turn.result(textOf(callID), resultOf(state))
    }
    const reason = endOf(info)
    if (reason !== undefined) turn.stopped(reason)
  }
}

interface Message {
  readonly info: Fields
  readonly parts: readonly Fields[]
}

function sessionIn(value: unknown): { readonly info: Fields; readonly messages: readonly Message[] } | undefined {
  if (!isFields(value) || !isFields(value.info) || !Array.isArray(value.messages)) return undefined
  if (!/^ses_/.test(textOf(value.info.id) ?? '')) return undefined
  const messages = value.messages.flatMap((one: unknown) =>
    isFields(one) && isFields(one.info) && Array.isArray(one.parts)
      ? [{ info: one.info, parts: one.parts.filter(isFields) }]
      : [],
  )
  return { info: value.info, messages }
}

const timeOf = (info: Fields | undefined, key: 'created' | 'completed'): number =>
  isFields(info?.time) ? Number(info.time[key]) : Number.NaN

/** The message before a shell command of the person's own, which no request began. */
const isOwnCommand = ({ text, synthetic }: Fields): boolean =>
  synthetic === true && text === 'The following tool was executed by the user'

/** What was typed; `opencode run` puts a prompt of several words into quotes. */
function typedIn(parts: readonly Fields[]): string {
  const text = parts
    .flatMap(({ type, synthetic, text }) => (type === 'text' && synthetic !== true ? [String(text)] : []))
    .join('\n')
    .trim()
  return /^"(?:[^"\\]|\\.)*"$/s.test(text) ? text.slice(1, -1).replace(/\\"/g, '"').trim() : text
}

/** How a message ended the run; undefined where the run goes on. */
function endOf({ error, finish }: Fields): string | undefined {
  if (isFields(error)) return error.name === 'MessageAbortedError' ? 'interrupted' : 'error'
  const reason = textOf(finish)
  if (reason === 'stop') return 'end_turn'
  return reason === undefined || GOES_ON.has(reason) ? undefined : reason
}

const GOES_ON: ReadonlySet<string> = new Set(['tool-calls', 'unknown'])

interface ExportedSession {
  readonly info: object
  readonly messages: readonly { readonly info: object; readonly parts: readonly object[] }[]
}

/**
 * The sessions in OpenCode's database, oldest first, one at a time; nothing is written. Throws what SQLite says where it is
 * none, or of another shape.
 */
function* sessionsIn(path: string): Generator<ExportedSession, void, undefined> {
  const Sqlite = createRequire(import.meta.filename)('better-sqlite3') as typeof DriverClass
  const db = new Sqlite(path, { readonly: true, fileMustExist: true })
  try {
    const sessions = db.prepare<[], Session>(
      'SELECT id, parent_id AS parentID, directory FROM session ORDER BY time_created, id',
    )
    const messages = db.prepare<[string], Row>(
      'SELECT id, data FROM message WHERE session_id = ? ORDER BY time_created, id',
    )
    const parts = db.prepare<[string], Row>('SELECT data FROM part WHERE message_id = ? ORDER BY id')
    for (const { id, parentID, directory } of sessions.all())
      yield {
        info: { id, directory, ...(parentID === null ? {} : { parentID }) },
        messages: messages.all(id).map((message) => ({
          info: { ...parsed(message), id: message.id },
          parts: parts.all(message.id).map(parsed),
        })),
      }
  } finally {
    db.close()
  }
}

interface Session {
  readonly id: string
  readonly parentID: string | null
  readonly directory: string
}

interface Row {
  readonly id: string
  readonly data: string
}

function parsed({ data }: Row): object {
  try {
    return JSON.parse(data) as object
  } catch {
    return {}
  }
}

/** How a call of OpenCode went, by the state of its part; its plugin says the same of a turn that it gives. */
export function resultOf({ status, title, metadata, output, error }: Fields): ToolResult {
  const code = isFields(metadata) ? metadata.exit : undefined
  const said = String(error ?? output ?? '')
  const denied = status === 'error' && DENIED.test(said.slice(0, 400))
  const aborted = status === 'error' && ABORTED.test(said.slice(0, 400))
  const ended = title === NO_TOOL ? false : endedBy(code, said)
  const ok = status === 'completed' ? ended : status === 'error' && !denied && !aborted ? false : null
  return {
    ok,
    output: said,
    ...(typeof code === 'number' ? { exitCode: code } : {}),
    ...(denied ? { denied } : {}),
  }
}

/** A call of a tool that there is not, or with arguments of no sense: another tool tells the model so, which is completed. */
const NO_TOOL = 'Invalid Tool'

/** A command that was ended by a signal or its time has no exit code. */
function endedBy(code: unknown, said: string): boolean | null {
  if (code === null) return /exceed(?:ed|ing) timeout/.test(said.slice(-2_000)) ? false : null
  return typeof code !== 'number' || code === 0
}

const DENIED = /rejected permission|specified a rule which prevents you|permission (?:was )?(?:denied|rejected)/i
const ABORTED = /^(?:tool execution )?aborted|^the user aborted|^user aborted/i
