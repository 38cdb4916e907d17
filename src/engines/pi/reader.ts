import { type Fields, isFields } from '../../domain/json-value.ts'
import { personsWords } from '../../domain/persons-words.ts'
import {
  contentText,
  type Emit,
  type Position,
  type ReaderContext,
  type TranscriptFormat,
  textOf,
} from '../../transcript/reader.ts'
import { exitCodeIn, type ToolResult } from '../../transcript/tool-result.ts'
import { LogReader } from '../../transcript/turn-log.ts'
import { withSkillCalled } from './prompt.ts'

/** Session files of pi: a header, then entries, newer ones in a tree by `id` and `parentId`. */
export class PiReader extends LogReader {
  #context: ReaderContext

  constructor(fallbackSession: string, context: ReaderContext = {}) {
    super(fallbackSession)
    this.#context = context
  }

  read(entry: Fields, at: Position, emit: Emit): string | undefined {
    if (entry.type === 'session') return this.#header(entry)
    const id = textOf(entry.id)
    if (id !== undefined) this.log.follows(textOf(entry.parentId))
    const reason = this.#entry(entry, at, emit)
    if (id !== undefined) this.log.grew(id, isFields(entry.message) && RUN.has(entry.message.role))
    return reason
  }

  protected knows(): ReaderContext {
    return this.#context
  }

  #entry(entry: Fields, at: Position, emit: Emit): string | undefined {
    if (entry.type !== 'message')
      return typeof entry.type === 'string' && KNOWN.has(entry.type) ? entry.type : 'unknown_type'
    const { message } = entry
    if (!isFields(message)) return 'malformed'
    switch (message.role) {
      case 'user':
        return this.#prompt(message, entry, at, emit)
      case 'assistant':
        return this.#assistant(message)
      case 'toolResult':
        return this.log.turn?.result(textOf(message.toolCallId), piResult(message)) === true
          ? undefined
          : 'orphan_result'
      default:
        return typeof message.role === 'string' && OTHERS.has(message.role) ? message.role : 'unknown_role'
    }
  }

  #header(entry: Fields): string | undefined {
    const sessionId = textOf(entry.id)
    const projectDir = textOf(entry.cwd)
    const origin = originOf(entry)
    this.#context = {
      ...(sessionId === undefined ? {} : { sessionId }),
      ...(projectDir === undefined ? {} : { projectDir }),
      ...(origin === undefined ? {} : { origin }),
    }
    return undefined
  }

  #prompt(message: Fields, entry: Fields, at: Position, emit: Emit): string | undefined {
    const sent = contentText(message.content)
    if (sent === undefined && !Array.isArray(message.content)) return 'malformed'
    const text = personsWords(withSkillCalled(sent ?? '')).trim()
    const turn = this.log.turn
    // A message between a call's result and the answer to it was typed while the agent worked.
    if (turn?.stopReason === 'tool_use' && !turn.isTakenBack) {
      turn.steered(text)
      return text === '' ? 'own_text' : undefined
    }
    // A text by the program during a run is no prompt; after a run it opens one without a request.
    if (text === '' && sent !== undefined && sent !== '' && turn?.over === false) return 'own_text'
    this.log.open(
      {
        text,
        promptId: textOf(entry.id) ?? `line:${at.line}`,
        at,
        engine: 'pi',
        sessionId: this.#sessionOf(entry) ?? this.fallbackSession,
        projectDir: this.#context.projectDir,
        timestamp: textOf(entry.timestamp),
      },
      emit,
      undefined,
      this.#context,
    )
    const skill = /^<skill name="([^"\n]{1,128})" location="/.exec(sent ?? '')?.[1]
    if (skill !== undefined) this.log.turn?.loaded(skill)
    return undefined
  }

  /** A copy in a forked session is older than that session, and keeps the session that it was copied from. */
  #sessionOf(entry: Fields): string | undefined {
    const { sessionId, origin } = this.#context
    const copied = origin !== undefined && Date.parse(textOf(entry.timestamp) ?? '') < origin.until
    return copied ? origin.sessionId : sessionId
  }

  #assistant(message: Fields): string | undefined {
    const turn = this.log.turn
    if (turn === undefined) return 'no_prompt'
    turn.message(undefined)
    for (const part of Array.isArray(message.content) ? message.content : []) {
      if (!isFields(part)) continue
      if (part.type === 'text') turn.said(textOf(part.text))
      else if (part.type === 'toolCall' && typeof part.name === 'string')
        turn.call({ id: textOf(part.id), name: part.name, input: part.arguments, cwd: this.#context.projectDir })
    }
    const reason = textOf(message.stopReason)
    // Newer versions record an abort during a tool call as an error, with a text that says so.
    const aborted = reason === 'error' && ABORTED.test(textOf(message.errorMessage)?.slice(0, 200) ?? '')
    if (reason !== undefined) turn.stopped(aborted ? 'interrupted' : (REASONS.get(reason) ?? reason))
    return undefined
  }
}

/** The session that a forked one was copied from, by the name of its file, and when. */
function originOf(header: Fields): ReaderContext['origin'] {
  const sessionId = /_([\w-]{1,128})\.jsonl$/.exec(textOf(header.parentSession) ?? '')?.[1]
  const until = Date.parse(textOf(header.timestamp) ?? '')
  return sessionId === undefined || Number.isNaN(until) ? undefined : { sessionId, until }
}

/** Roles of the messages that a run writes. */
const RUN: ReadonlySet<unknown> = new Set(['assistant', 'toolResult'])

/** Roles of messages that are no part of a run: commands of the user, and words of extensions. */
const OTHERS: ReadonlySet<string> = new Set([
  'system',
  'bashExecution',
  'custom',
  'hookMessage',
  'branchSummary',
  'compactionSummary',
])

const KNOWN: ReadonlySet<string> = new Set([
  'model_change',
  'thinking_level_change',
  'compaction',
  'branch_summary',
  'custom',
  'custom_message',
  'label',
  'session_info',
])

/** pi's stop reasons as those of this package; in pi only the user aborts a request. */
const REASONS: ReadonlyMap<string, string> = new Map([
  ['stop', 'end_turn'],
  ['toolUse', 'tool_use'],
  ['length', 'max_tokens'],
  ['aborted', 'interrupted'],
])

const ABORTED = /^(?:this|the)? ?(?:operation|request) was aborted/i

export const format: TranscriptFormat = {
  version: 2,
  create: (session, context) => new PiReader(session, context),
  isOwn: ({ type, id, cwd, message }) =>
    (type === 'session' && typeof id === 'string' && typeof cwd === 'string') ||
    (type === 'message' && isFields(message) && typeof message.role === 'string'),
  inLines: true,
}

/** The result of a call, from the message that holds it: the exit code of a command is its last line. */
export function piResult(message: Fields): ToolResult {
  const output = contentText(message.content) ?? ''
  const failed = message.isError === true
  const tail = output.slice(-200)
  const code = /(?:^|\n)Command exited with code (\d{1,10})\s*$/.exec(tail)?.[1]
  const aborted = failed && /(?:^|\n)(?:Command|Operation) aborted\s*$/.test(tail)
  return {
    ok: aborted ? null : !failed,
    exitCode: code === undefined ? (failed ? exitCodeIn(output) : undefined) : Number(code),
    output,
  }
}
