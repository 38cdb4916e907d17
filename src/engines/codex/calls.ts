import { isAbsolute } from 'node:path'
import type { OpenTurn } from '../../transcript/open-turn.ts'
import { type Fields, isFields, textOf } from '../../transcript/reader.ts'
import type { ToolResult } from '../../transcript/tool-result.ts'
import type { ItemCall } from './item.ts'
import { codexResult, mcpSuccess } from './result.ts'

/** The tool calls of the open turn of a rollout, whose announcement, events or items, and output come in any order. */
export class CodexCalls {
  /** Rounds of model and tools: the assistant's items between two tool outputs are one message. */
  #round = 0
  /** Results from events and items of calls whose output has not come yet. */
  readonly #endings = new Map<string, ToolResult>()
  readonly #announced = new Set<string>()

  /** Identity of the message that the assistant is writing. */
  get messageId(): string {
    return `round:${this.#round}`
  }

  /** A new prompt: forgets the calls of the turn before. */
  clear(): void {
    this.#round = 0
    this.#endings.clear()
    this.#announced.clear()
  }

  begin(turn: OpenTurn, payload: Fields, name: string | undefined, input: unknown): string | undefined {
    if (name === undefined) return 'malformed'
    const dir = isFields(input) ? textOf(input.workdir ?? input.working_directory) : undefined
    this.#begin(turn, textOf(payload.call_id), { name, input, dir })
    return undefined
  }

  /** The output of a call; the result of an event takes precedence over what the text says. */
  output(turn: OpenTurn | undefined, payload: Fields): string | undefined {
    const id = textOf(payload.call_id)
    this.#round++
    const told = id === undefined ? undefined : this.#endings.get(id)
    const result = codexResult(payload.output)
    return turn?.result(id, told === undefined ? result : merged(result, told)) === true ? undefined : 'orphan_result'
  }

  /** The event that tells how a call ended. */
  ended(turn: OpenTurn | undefined, payload: Fields): string | undefined {
    const id = textOf(payload.call_id)
    if (id === undefined) return 'malformed'
    const code = typeof payload.exit_code === 'number' ? payload.exit_code : undefined
    const ok = typeof payload.success === 'boolean' ? payload.success : code === undefined ? null : code === 0
    const told = payload.type === 'mcp_tool_call_end' ? mcpSuccess(payload.result) : ok
    this.#remember(turn, id, { ok: told, exitCode: code })
    return undefined
  }

  /**
   * The item that reports how a call ended. Without an announcement, the call was made inside another one and is added.
   */
  itemEnded(turn: OpenTurn | undefined, { id, name, input, cwd, own }: ItemCall, result: ToolResult): void {
    if (turn === undefined || !own || this.#announced.has(id)) this.#remember(turn, id, result)
    else {
      this.#begin(turn, id, { name, input, dir: cwd })
      turn.result(id, result)
    }
  }

  #begin(
    turn: OpenTurn,
    id: string | undefined,
    { name, input, dir }: { readonly name: string; readonly input: unknown; readonly dir: string | undefined },
  ): void {
    if (id !== undefined && this.#announced.size < MAX_CALLS) this.#announced.add(id)
    turn.message(this.messageId)
    const cwd = dir !== undefined && isAbsolute(dir) ? dir : turn.prompt.projectDir
    turn.call({ id, name, input, cwd, messageId: this.messageId })
  }

  #remember(turn: OpenTurn | undefined, id: string, result: ToolResult): void {
    this.#endings.set(id, result)
    const [oldest] = this.#endings.keys()
    if (this.#endings.size > MAX_ENDINGS && oldest !== undefined) this.#endings.delete(oldest)
    // For a command in the background, the end comes after the output.
    if (result.ok !== null) turn?.settled(id, result.ok, result.exitCode)
  }
}

/** Limit of events that wait for the output of their call, and of calls of a turn that are kept by id. */
const MAX_ENDINGS = 1_024
const MAX_CALLS = 16_384

const merged = (result: ToolResult, { ok, exitCode, denied }: ToolResult): ToolResult => ({
  ...result,
  ok: ok ?? (denied === true ? null : result.ok),
  exitCode: exitCode ?? result.exitCode,
  ...(denied === undefined ? {} : { denied }),
})
