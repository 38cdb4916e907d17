import { type Fields, isFields } from '../../domain/json-value.ts'
import type { Start } from '../../domain/origin.ts'
import { withoutTags } from '../../domain/persons-words.ts'
import type { OpenTurn, Prompt } from '../../transcript/open-turn.ts'
import {
  contentText,
  type Emit,
  type EntryReader,
  type Position,
  type ReaderContext,
  textOf,
} from '../../transcript/reader.ts'
import { exitCodeIn, MAX_OUTPUT, type ToolResult } from '../../transcript/tool-result.ts'
import { TurnLog } from '../../transcript/turn-log.ts'
import { MessageQueue } from './queue.ts'
import { userText } from './user-text.ts'

/** Reads session files of Claude Code, one JSON object a line, and puts user and assistant messages into turns. */
export class ClaudeCodeReader implements EntryReader {
  readonly #fallbackSession: string
  readonly #log: TurnLog
  /** A slash command that becomes a prompt when the assistant answers it. */
  #command: Command | undefined
  /** The id of the last prompt in the file: a further line with it is another prompt of the same submission. */
  #taken: string | undefined
  readonly #queue = new MessageQueue()

  constructor(fallbackSession: string, { turnId, apart }: ReaderContext = {}) {
    this.#fallbackSession = fallbackSession
    this.#log = new TurnLog({ apart })
    this.#taken = turnId
  }

  read(entry: Fields, at: Position, emit: Emit): string | undefined {
    if (entry.isSidechain === true) return 'sidechain'
    switch (entry.type) {
      case 'user':
        return this.#user(entry, at, emit)
      case 'assistant':
        return this.#assistant(entry, emit)
      case 'system':
        // A request that is repeated after an error; the next message shows that it succeeded.
        if (entry.subtype === 'api_error') this.#log.turn?.stopped('api_error')
        return 'system'
      case 'attachment':
        return this.#attachment(entry)
      case 'queue-operation':
        this.#queue.told(entry)
        return 'queue-operation'
      default:
        return typeof entry.type === 'string' ? (KNOWN.has(entry.type) ? entry.type : 'unknown_type') : 'unknown_type'
    }
  }

  end(emit: Emit): void {
    this.#dropCommand(emit)
    this.#log.end(emit)
  }

  openAt(): Position | undefined {
    return this.#log.openAt() ?? this.#command?.prompt.at
  }

  context(): ReaderContext {
    return this.#log.context() ?? this.#command?.before ?? this.#knows()
  }

  #knows(): ReaderContext {
    return { ...(this.#taken !== undefined && { turnId: this.#taken }), ...(this.#log.apart && { apart: true }) }
  }

  #user(entry: Fields, at: Position, emit: Emit): string | undefined {
    if (!isFields(entry.message)) return 'malformed'
    const { content } = entry.message
    const results = Array.isArray(content) ? content.filter(isToolResult) : []
    if (results.length > 0) return this.#results(results, entry)
    if (entry.isMeta === true) return this.#meta(contentText(content) ?? '')
    if (isFields(entry.origin) && entry.origin.kind !== 'human') return this.#otherwise('notification')
    if (entry.isCompactSummary === true) return 'compact_summary'
    if (entry.isVisibleInTranscriptOnly === true) return 'transcript_only'
    const text = contentText(content)
    const image = Array.isArray(content) && content.some((part) => isFields(part) && part.type === 'image')
    if (!(Array.isArray(content) ? content.some(isFields) : typeof content === 'string')) return 'malformed'
    return this.#spoken(text ?? '', image, entry, at, emit)
  }

  /** A text that the program wrote; before a skill that a slash command loads, it names the skill's folder. */
  #meta(text: string): string {
    const skill = /^Base directory for this skill: (?:.*[/\\])?([^/\\\n]+)[/\\]?(?:\n|$)/.exec(
      text.slice(0, 4_096),
    )?.[1]
    if (skill !== undefined) {
      if (this.#command === undefined) this.#log.turn?.loaded(skill)
      else this.#command.skill = skill
    }
    return 'meta'
  }

  #spoken(raw: string, image: boolean, entry: Fields, at: Position, emit: Emit): string | undefined {
    const said = userText(raw)
    if (said.kind === 'interrupted') {
      this.#log.turn?.stopped('interrupted')
      return this.#log.turn === undefined ? 'interruption' : undefined
    }
    if (said.kind === 'other') {
      if (said.reason === 'local_command') this.#dropCommand(emit)
      return said.begins ? this.#otherwise(said.reason) : said.reason
    }
    const parent = textOf(entry.parentUuid)
    if (said.kind === 'prompt' && said.text === '' && !image) return 'no_text'
    // A copy in a forked session keeps the session that it was copied from.
    const origin = isFields(entry.forkedFrom) ? entry.forkedFrom : {}
    const before = this.#knows()
    const prompt: Prompt = {
      text: said.text,
      promptId: this.#promptId(entry, textOf(origin.messageUuid) ?? textOf(entry.uuid) ?? `line:${at.line}`),
      at,
      engine: 'claude-code',
      sessionId: textOf(origin.sessionId) ?? textOf(entry.sessionId) ?? this.#fallbackSession,
      projectDir: textOf(entry.cwd),
      timestamp: textOf(entry.timestamp),
      start: startOf(textOf(entry.entrypoint)),
    }
    this.#dropCommand(emit)
    if (said.kind === 'command') {
      if (/^\/(?:rewind|undo)\b/.test(said.text)) this.#log.turn?.takeBack()
      if (parent !== undefined) this.#log.goBackTo(parent)
      this.#command = { prompt, parent, before }
    } else this.#log.open(prompt, emit, parent, before)
    return undefined
  }

  /** The model may answer a line that is no prompt of a person. */
  #otherwise(reason: string): string {
    this.#log.begunOtherwise()
    return reason
  }

  /** The id that hooks give as `prompt_id`, unless the prompt before has it; without one, the line's own id. */
  #promptId(entry: Fields, own: string): string {
    const id = textOf(entry.promptId)
    const taken = this.#taken
    if (id !== undefined) this.#taken = id
    return id === undefined || id === taken ? own : id
  }

  #assistant(entry: Fields, emit: Emit): string | undefined {
    const message = entry.message
    const parts = isFields(message) ? partsOf(message.content) : undefined
    if (!isFields(message) || parts === undefined) return 'malformed'
    const failed = entry.isApiErrorMessage === true || (message.model === SYNTHETIC && isApiError(parts))
    // Written by the program when a session is resumed: no answer of the model.
    if (message.model === SYNTHETIC && !failed) return 'synthetic'
    if (this.#command !== undefined) {
      const { prompt, parent, before, skill } = this.#command
      this.#command = undefined
      this.#log.open(prompt, emit, parent, before)
      if (skill !== undefined) this.#log.turn?.loaded(skill)
    }
    for (const text of this.#queue.takeUntold()) this.#steered(text)
    const turn = this.#log.turn
    if (turn === undefined) return this.#log.apart ? 'other_run' : 'no_prompt'
    const id = textOf(message.id)
    turn.message(id)
    for (const part of parts) this.#part(turn, part, id, entry)
    if (failed) turn.stopped('error')
    else if (typeof message.stop_reason === 'string') turn.stopped(message.stop_reason)
    return undefined
  }

  #part(turn: OpenTurn, part: Fields, messageId: string | undefined, entry: Fields): void {
    if (part.type === 'text') turn.said(textOf(part.text))
    else if (part.type === 'tool_use' && typeof part.name === 'string')
      turn.call({ id: textOf(part.id), name: part.name, input: part.input, cwd: textOf(entry.cwd), messageId })
  }

  #results(results: readonly Fields[], entry: Fields): string | undefined {
    let used = false
    for (const result of results)
      if (this.#log.turn?.result(textOf(result.tool_use_id), toolResult(result, entry)) === true) used = true
    return used ? undefined : this.#log.apart ? 'other_run' : 'orphan_result'
  }

  #attachment(entry: Fields): string {
    const { attachment } = entry
    if (isFields(attachment) && attachment.type === 'invoked_skills' && Array.isArray(attachment.skills)) {
      const skill: unknown = attachment.skills[0]
      const name = isFields(skill) ? textOf(skill.name) : textOf(skill)
      if (name !== undefined) this.#log.turn?.loaded(name)
    } else if (isFields(attachment) && attachment.type === 'max_turns_reached') this.#log.turn?.stopped('max_turns')
    else if (isFields(attachment) && attachment.type === 'queued_command') this.#queued(attachment)
    return 'attachment'
  }

  /** What was typed while the agent worked, as it is put before the model in the middle of the run. */
  #queued({ prompt, commandMode = 'prompt', origin }: Fields): void {
    this.#queue.attached()
    if (commandMode === 'prompt' && (!isFields(origin) || origin.kind === 'human'))
      this.#steered(contentText(prompt) ?? '')
  }

  #steered(text: string): void {
    const said = userText(text)
    if (said.kind === 'prompt') this.#log.turn?.steered(said.text)
  }

  /** A slash command without an answer ran in the program itself. */
  #dropCommand(emit: Emit): void {
    if (this.#command === undefined) return
    emit({ kind: 'skipped', reason: 'local_command', line: this.#command.prompt.at.line })
    this.#command = undefined
  }
}

/** `sdk-cli` is `claude -p`, also in a shell; `sdk-ts`, `sdk-py` and others are libraries. */
function startOf(entrypoint: string | undefined): Start | undefined {
  if (entrypoint === undefined) return undefined
  return entrypoint === 'sdk-cli' ? 'headless' : entrypoint.startsWith('sdk-') ? 'sdk' : 'terminal'
}

interface Command {
  readonly prompt: Prompt
  readonly parent: string | undefined
  /** The reader's context before the line of the command. */
  readonly before: ReaderContext
  skill?: string
}

/** The model of messages that the program wrote. */
const SYNTHETIC = '<synthetic>'

function partsOf(content: unknown): readonly Fields[] | undefined {
  if (typeof content === 'string') return [{ type: 'text', text: content }]
  return Array.isArray(content) ? content.filter(isFields) : undefined
}

/** Older versions write an API error as a message without a mark. */
const isApiError = (parts: readonly Fields[]): boolean => /^API Error\b/.test(textOf(parts[0]?.text) ?? '')

const isToolResult = (part: unknown): part is Fields => isFields(part) && part.type === 'tool_result'

/** Kinds of lines that say nothing about a turn. */
const KNOWN: ReadonlySet<string> = new Set(
  `summary file-history-snapshot progress last-prompt custom-title ai-title permission-mode mode agent-name
  agent-setting agent-color tag pr-link task-summary worktree-state content-replacement file-history-delta
  attribution-snapshot speculation-accept marble-origami-commit marble-origami-snapshot api-request
  api-request-blob api-request-shape tools-used cost-state atis-latch isolation-latch bridge-session session-owner
  memory-mode frame-link`.split(/\s+/),
)

/** Decisions of a permission request after which the call did not run. */
const REFUSED: ReadonlySet<unknown> = new Set(['reject', 'rejected', 'deny', 'denied'])

/** `is_error` true = failed, false or absent = succeeded; interrupted or in the background = unknown. */
function toolResult(result: Fields, entry: Fields): ToolResult {
  const { toolUseResult: detail, permissionDecision: decision } = entry
  const output = withoutTags((contentText(result.content) ?? '').slice(0, MAX_OUTPUT))
  const fields = isFields(detail) ? detail : {}
  const failed = result.is_error === true
  const refused = isFields(decision) && REFUSED.has(decision.decision)
  const denied = failed && (refused || textOf(entry.toolDenialKind) !== undefined)
  const unknown = fields.interrupted === true || typeof fields.backgroundTaskId === 'string'
  const shell = typeof fields.stdout === 'string' && !unknown && fields.returnCodeInterpretation === undefined
  return {
    ok: unknown ? null : !failed,
    output,
    exitCode: failed ? exitCodeIn(output) : shell ? 0 : undefined,
    durationMs: typeof fields.durationMs === 'number' ? fields.durationMs : undefined,
    ...(denied ? { denied } : {}),
  }
}
