import { join } from 'node:path'
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
import type { ToolResult } from '../../transcript/tool-result.ts'
import { LogReader, TurnLog } from '../../transcript/turn-log.ts'

/** Session files of GitHub Copilot CLI: one event a line, each with its fields in `data`. */
export class CopilotReader extends LogReader {
  #context: ReaderContext

  constructor(fallbackSession: string, context: ReaderContext = {}) {
    super(fallbackSession, new TurnLog({ apart: context.apart }))
    this.#context = context
  }

  read({ type, data, id, timestamp, agentId }: Fields, at: Position, emit: Emit): string | undefined {
    if (typeof type !== 'string' || !isFields(data)) return 'malformed'
    // Older versions name the call that began the other agent.
    if (agentId !== undefined || data.parentToolCallId !== undefined) return 'sidechain'
    const turn = this.log.turn
    switch (type) {
      case 'session.start':
      case 'session.resume':
        return this.#starts(data)
      case 'session.context_changed':
        this.#context = { ...this.#context, ...placeOf(data) }
        return undefined
      case 'user.message':
        return this.#prompt(
          data,
          {
            id: textOf(id) ?? `line:${at.line}`,
            at,
            timestamp: textOf(timestamp),
          },
          emit,
        )
      case 'system.notification':
        this.log.begunOtherwise()
        return 'notification'
      case 'assistant.message':
        if (turn === undefined) return this.#noTurn('no_prompt')
        turn.message(textOf(data.messageId))
        turn.said(textOf(data.content))
        for (const call of callsOf(data)) turn.call({ ...call, cwd: this.#context.projectDir })
        return undefined
      case 'tool.execution_complete':
        return turn?.result(textOf(data.toolCallId), resultOf(data)) === true
          ? undefined
          : this.#noTurn('orphan_result')
      case 'skill.invoked':
        if (typeof data.name === 'string') turn?.loaded(data.name)
        return undefined
      case 'abort':
        turn?.stopped('interrupted')
        return undefined
      case 'session.error':
        turn?.stopped('error')
        return undefined
      case 'hook.start':
        return this.#hook(data)
      case 'session.snapshot_rewind':
        this.log.goBackTo(textOf(data.upToEventId) ?? '')
        return undefined
      default:
        return KNOWN.test(type) ? 'other_event' : 'unknown_type'
    }
  }

  protected knows(): ReaderContext {
    return { ...this.#context, apart: this.log.apart }
  }

  #noTurn = (reason: string): string => (this.log.apart ? 'other_run' : reason)

  #starts(data: Fields): undefined {
    const sessionId = textOf(data.sessionId)
    this.#context = {
      ...this.#context,
      ...(sessionId === undefined ? {} : { sessionId }),
      ...placeOf(isFields(data.context) ? data.context : {}),
    }
  }

  #prompt(
    data: Fields,
    {
      id,
      ...where
    }: {
      readonly id: string
      readonly at: Position
      readonly timestamp: string | undefined
    },
    emit: Emit,
  ): string | undefined {
    // What a skill, a command or the program itself puts before the model.
    if ((data.source !== undefined && data.source !== 'user') || data.isAutopilotContinuation === true) return 'meta'
    if (typeof data.content !== 'string') return 'malformed'
    const text = personsWords(data.content).trim()
    if (data.delivery === 'steering' && this.log.turn !== undefined) {
      this.log.turn.steered(text)
      return undefined
    }
    const { sessionId = this.fallbackSession, projectDir } = this.#context
    this.log.open(
      {
        text,
        promptId: id,
        ...where,
        engine: 'copilot',
        sessionId,
        projectDir,
      },
      emit,
      id,
      this.knows(),
    )
    return undefined
  }

  /** The program tells its hooks that the agent stopped by itself, and writes of it before. */
  #hook({ hookType, input }: Fields): string {
    if (hookType === 'agentStop' && isFields(input)) this.log.turn?.stopped(textOf(input.stopReason) ?? 'end_turn')
    return 'hook'
  }
}

function placeOf({ cwd }: Fields): Pick<ReaderContext, 'projectDir'> {
  const projectDir = textOf(cwd)
  return projectDir === undefined ? {} : { projectDir }
}

/** Families of events that say nothing more about a turn. */
const KNOWN =
  /^(?:assistant|auto_mode|capabilities|command|elicitation|exit_plan_mode|external_tool|hook|mcp|model|permission|pending_messages|sampling|session|skill|subagent|system|tool|user|user_input|workflow)[._]/

export const format: TranscriptFormat = {
  version: 2,
  create: (session, context) => new CopilotReader(session, context),
  isOwn: ({ type, data }) =>
    isFields(data) &&
    ((type === 'session.start' && typeof data.copilotVersion === 'string') ||
      (type === 'user.message' && 'transformedContent' in data)),
  inLines: true,
  locate: async (folder, { sessionId }) => join(folder, sessionId, 'events.jsonl'),
}

/** What GitHub Copilot CLI writes of a call, in its session files and in what it prints. */
export function callsOf(data: Fields) {
  const requests: readonly unknown[] = Array.isArray(data.toolRequests) ? data.toolRequests : []
  return requests.filter(isFields).map(({ toolCallId, name, arguments: input }) => ({
    id: textOf(toolCallId),
    name: String(name),
    input,
  }))
}

/** The end of a call: `success` stays true where a command failed. Up to 1.0.64 its exit code is in the last line only. */
export function resultOf(data: Fields): ToolResult {
  const error = isFields(data.error) ? data.error : {}
  const output = textOf(error.message) ?? contentText(isFields(data.result) ? data.result.content : undefined) ?? ''
  const shell = isFields(data.shellExecution) ? data.shellExecution.exitCode : undefined
  const last = /<(?:shellId: \S{1,64} completed|exited) with exit code (-?\d{1,10})>\s*$/.exec(output.slice(-200))
  const exitCode = typeof shell === 'number' ? shell : last === null ? undefined : Number(last[1])
  return {
    ok:
      exitCode === undefined && GOES_ON.test(output.slice(-600))
        ? null
        : data.success === true && (exitCode ?? 0) === 0,
    exitCode,
    output: output.slice(0, last?.[0] === undefined ? undefined : -last[0].length),
    ...(REFUSED.has(error.code) ? { denied: true } : {}),
  }
}

/** What stands last where a command went on in the background, or was stopped. */
const GOES_ON = /<command (?:with|started)\b[^<>]{1,500}>\s*$/

/** Codes of a call that a person, a rule or a mode did not allow. */
const REFUSED: ReadonlySet<unknown> = new Set(['denied', 'rejected'])
