import { masksExit } from '../domain/check.ts'
import { isCorrection } from '../domain/correction/signs.ts'
import type { Start } from '../domain/origin.ts'
import { commandOf, decideOutcome, stopMeaning } from '../domain/outcome.ts'
import type { ToolCall, TurnInput } from '../domain/turn.ts'
import { boundedInput, cutText } from './bounded-input.ts'
import type { Position, TurnOutput } from './reader.ts'
import { outcomeOfResult, type ToolResult } from './tool-result.ts'

/** The user's prompt that opens a turn. */
export interface Prompt {
  readonly text: string
  readonly promptId: string
  readonly at: Position
  readonly engine: string
  readonly sessionId: string | undefined
  readonly projectDir?: string | undefined
  readonly timestamp?: string | undefined
  readonly start?: Start | undefined
}

/** A tool call as the engine announces it. */
export interface CallStart {
  readonly id?: string | undefined
  readonly name: string
  readonly input: unknown
  readonly cwd?: string | undefined
  readonly messageId?: string | undefined
}

/** Longest prompt that is kept, in characters. */
const MAX_PROMPT = 65_536
/** Limit of calls of one turn that are kept; of longer turns the newest. */
const MAX_CALLS = 4_096
/** Limit of calls that wait for a later event to tell how they went. */
const MAX_UNSETTLED = 256

/** The turn that a reader is in the middle of: prompt, calls and results, and at the end the outcome. */
export class OpenTurn {
  readonly prompt: Prompt
  #messages = 0
  /** Number of events of the run that were read. */
  #events = 0
  #message: string | undefined
  #calls: ToolCall[] = []
  readonly #pending = new Map<string, ToolCall>()
  /** Calls whose result left success unknown: a later event may settle it. */
  readonly #unsettled = new Map<string, ToolCall>()
  #last: 'prompt' | 'said' | 'tool' = 'prompt'
  #said: string | undefined
  #stopReason: string | undefined
  #takenBack = false
  /** What was typed while the agent worked, and whether some of it corrects the run. */
  #steering = ''
  #corrected = false
  /** Whether the last finished call was denied. */
  #denied = false
  #skill: string | undefined
  #room = MAX_INPUTS

  constructor(prompt: Prompt) {
    this.prompt = prompt.text.length > MAX_PROMPT ? { ...prompt, text: cutText(prompt.text, MAX_PROMPT) } : prompt
  }

  /** Whether the engine said that the run broke off. */
  get broken(): boolean {
    const reason = this.#stopReason
    if (reason === undefined || reason === RETRIED) return false
    return reason === 'interrupted' || stopMeaning(reason) === 'failure'
  }

  /** Why the engine said that the run stopped; undefined while it goes on. */
  get stopReason(): string | undefined {
    return this.#stopReason
  }

  /** Whether the run is over: the assistant wrote last, and no call waits for its result. */
  get over(): boolean {
    return (this.#last === 'said' || this.#stopReason === FINISHED) && this.#pending.size === 0
  }

  /** The person's request: the prompt, and what was typed while the agent worked on it. */
  get request(): string {
    return `${this.prompt.text}${this.#steering}`.trim()
  }

  /** The person typed more while the agent worked: the turn goes on with it. */
  steered(text: string): void {
    if (text === '') return
    this.#events++
    this.#last = 'prompt'
    if (isCorrection(text)) this.#corrected = true
    const room = MAX_PROMPT - this.prompt.text.length - this.#steering.length
    // A prompt that is sent again says nothing more.
    if (room > 0 && text !== this.prompt.text) this.#steering += cutText(`\n\n${text}`, room)
  }

  /** A message of the assistant; those with the same id are one. */
  message(id: string | undefined): void {
    this.#events++
    if (id === undefined || id !== this.#message) this.#messages++
    this.#message = id
    if (this.#stopReason !== undefined && RESUMABLE.has(this.#stopReason)) this.#stopReason = undefined
  }

  said(text: string | undefined): void {
    if (text === undefined || text.trim() === '') return
    this.#events++
    this.#last = 'said'
    this.#said = text
  }

  /** Adds a call; one that waits for its result under the same id is not added again. */
  call(start: CallStart): void {
    if (start.id !== undefined && this.#pending.has(start.id)) return
    this.#events++
    const { value, size } = boundedInput(start.input, this.#room)
    this.#room -= size
    const command = commandOf({ input: value })
    const call: ToolCall = {
      name: start.name,
      input: value,
      ok: null,
      ...(command !== undefined && masksExit(command) ? { maskedPipe: true } : {}),
      ...(start.cwd === undefined ? {} : { cwd: start.cwd }),
      ...(start.messageId === undefined ? {} : { messageId: start.messageId }),
    }
    this.#calls.push(call)
    if (this.#calls.length >= 2 * MAX_CALLS) this.#calls = this.#calls.slice(-MAX_CALLS)
    this.#last = 'tool'
    if (start.id === undefined) return
    this.#pending.set(start.id, call)
    const [oldest] = this.#pending.keys()
    if (this.#pending.size > MAX_CALLS && oldest !== undefined) this.#pending.delete(oldest)
  }

  /** The result of a call; false when no call waits for it. */
  result(id: string | undefined, result: ToolResult): boolean {
    const call = id === undefined ? undefined : this.#pending.get(id)
    if (id === undefined || call === undefined) return false
    this.#events++
    this.#pending.delete(id)
    const { done, denied } = outcomeOfResult(call, result)
    this.#put(call, done)
    if (done.ok === null && done.error === undefined) this.#remember(id, done)
    this.#last = 'tool'
    this.#denied = denied
    if (done.ok !== false && done.error === undefined && !denied) this.#skill ??= skillOf(done)
    return true
  }

  /** The outcome of a call whose result did not tell it; undefined for every other call. */
  settled(id: string, ok: boolean, exitCode: number | undefined): void {
    const call = this.#unsettled.get(id)
    if (call === undefined) return
    this.#events++
    this.#unsettled.delete(id)
    this.#put(call, { ...call, ok, ...(exitCode === undefined ? {} : { exitCode }) })
  }

  #remember(id: string, call: ToolCall): void {
    this.#unsettled.set(id, call)
    const [oldest] = this.#unsettled.keys()
    if (this.#unsettled.size > MAX_UNSETTLED && oldest !== undefined) this.#unsettled.delete(oldest)
  }

  #put(call: ToolCall, done: ToolCall): void {
    const index = this.#calls.lastIndexOf(call)
    if (index >= 0) this.#calls[index] = done
  }

  /** Keeps why the engine stopped; after an interruption by the user, a later reason is ignored. */
  stopped(reason: string): void {
    this.#events++
    if (this.#stopReason !== 'interrupted' || !FAULTS.has(reason)) this.#stopReason = reason
  }

  /** A skill was loaded by other means than a tool call. */
  loaded(skill: string): void {
    this.#skill ??= skill
  }

  get isTakenBack(): boolean {
    return this.#takenBack
  }

  /** The user took the result back by going back to before it. */
  takeBack(): void {
    this.#takenBack = true
  }

  /** The turn with its outcome; `next` is the user's next message, which may correct it. */
  close(next?: string): TurnOutput {
    const { at, timestamp, engine, promptId, sessionId, projectDir, start } = this.prompt
    const ending = this.over ? 'closed' : 'open'
    const takenBack = this.#takenBack || (next !== undefined && isCorrection(next))
    const extent = this.#events + (takenBack ? 1 : 0)
    const outcome = decideOutcome({
      stopReason: this.#denied && !this.broken ? 'denied' : this.#stopReason,
      toolCalls: this.#calls,
      ending,
      takenBack: takenBack || this.#corrected,
    })
    const turn: TurnInput = {
      userInput: this.request,
      outcome,
      promptId,
      engine,
      turns: this.#messages,
      summary: `${this.#messages} turn${this.#messages === 1 ? '' : 's'}`,
      toolCalls: this.#calls,
      extent,
      ...(sessionId === undefined ? {} : { sessionId }),
      ...(projectDir === undefined ? {} : { projectDir }),
      ...(start === undefined ? {} : { start }),
      ...(validTime(timestamp) ? { timestamp } : {}),
      ...(this.#stopReason === undefined ? {} : { stopReason: this.#stopReason }),
      ...(this.#skill === undefined ? {} : { pickedSkill: this.#skill }),
    }
    const ended = this.broken || ending === 'closed'
    const told = this.broken || (ended && this.#stopReason !== undefined && LAST_WORDS.has(this.#stopReason))
    const closed = next !== undefined
    return { kind: 'turn', turn, prompt: at, closed, ended, told, takenBack: this.#takenBack, said: this.#said }
  }
}

/** Characters of tool inputs that one turn may hold. */
const MAX_INPUTS = 2_000_000
/** A stop reason that also closes a turn without a last word. */
const FINISHED = 'end_turn'
/** Stop reasons after which an engine calls no tool. */
const LAST_WORDS: ReadonlySet<string> = new Set([FINISHED, 'stop', 'stop_sequence'])
/** Stop reasons after which a further message shows that the run went on. */
const RESUMABLE: ReadonlySet<string> = new Set([
  'error',
  'api_error',
  'end_turn',
  'tool_use',
  'stop_sequence',
  'denied',
])
/** A request that failed and is tried again. */
const RETRIED = 'api_error'
const FAULTS: ReadonlySet<string> = new Set(['error', RETRIED])

const validTime = (time: string | undefined): time is string => time !== undefined && !Number.isNaN(Date.parse(time))

/** The skill that a call loaded: by the `Skill` tool, or by reading a SKILL.md. */
function skillOf(call: ToolCall): string | undefined {
  if (typeof call.input !== 'object' || call.input === null) return undefined
  const input = call.input as Record<string, unknown>
  if (/^(?:skill|activate_skill|load_skill)$/i.test(call.name)) {
    const named = input.skill ?? input.name ?? input.command
    return typeof named === 'string' && named !== '' ? named.replace(/^\//, '') : undefined
  }
  const command = commandOf(call)
  const reads = command === undefined ? /read|view|open|cat/i.test(call.name) : READER.test(command.slice(0, 4_096))
  const path = command ?? input.file_path ?? input.path ?? input.absolute_path
  return reads && typeof path === 'string' ? SKILL_FILE.exec(path.slice(0, 4_096))?.[1] : undefined
}

/** A command line that prints a file. */
const READER = /(?:^|[\s;&|'"(])(?:cat|bat|head|tail|less|more|nl|sed\s+-n)\s/
const SKILL_FILE = /(?<![\w.-])([\w.-]{1,128})[/\\]SKILL\.md\b/
