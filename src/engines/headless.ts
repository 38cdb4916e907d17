import { masksExit } from '../domain/check.ts'
import { type Fields, isFields, jsonIn } from '../domain/json-value.ts'
import { commandOf } from '../domain/outcome.ts'
import type { ToolCall } from '../domain/run.ts'
import type { TokenUsage } from '../model/language-model.ts'
import { outcomeOfResult, type ToolResult } from '../transcript/tool-result.ts'

/** How the program of an agent is run for one question: the prompt on stdin, one answer, and then its end. */
export interface Headless {
  /**
   * Its arguments, those of a task and more; `answerFile` is where it may put what it does not print. Tools are off, and no
   * session is kept, as far as the program can. Its settings stay, since they say how its maker's server is reached.
   */
  readonly words: (asked: { readonly model: string | null; readonly answerFile: string }) => readonly string[]
  /** What its environment has beside the person's own; absent: nothing. */
  readonly env?: Readonly<Record<string, string>>
  /** What it said, from its output and the answer file; undefined where neither holds an answer. */
  readonly read: (output: string, answerFile: string | undefined) => HeadlessAnswer | undefined
}

export interface HeadlessAnswer {
  readonly text: string
  readonly usage: TokenUsage | 'unknown'
}

/** Reads the answer as what a run of a task said last; undefined where it did not come to its own end. */
export const answerBy =
  ({ read }: HeadlessTask): Headless['read'] =>
  (output) => {
    const { report: text, usage, ended } = read(output)
    return ended && text !== undefined ? { text, usage } : undefined
  }

/** The lines of an output that are JSON objects. */
export function jsonLines(output: string): readonly Readonly<Record<string, unknown>>[] {
  return output.split('\n').flatMap((line) => {
    const value = line.startsWith('{') ? jsonIn(line) : undefined
    return isFields(value) ? [value] : []
  })
}

/** Tokens where both numbers are told. */
export const usageOf = (input: unknown, output: unknown): TokenUsage | 'unknown' =>
  typeof input === 'number' && typeof output === 'number' ? { input, output } : 'unknown'

/** The tokens of several messages together. */
export const sumOf = (counts: readonly (TokenUsage | 'unknown')[]): TokenUsage | 'unknown' =>
  counts.length === 0
    ? 'unknown'
    : counts.reduce((a, b) =>
        a === 'unknown' || b === 'unknown' ? 'unknown' : { input: a.input + b.input, output: a.output + b.output },
      )

/** How the program of an agent works on a task without a window: the prompt on stdin, in the folder of the project. */
export interface HeadlessTask {
  /**
   * Its arguments. They make it print what it does, and keep no session where it can do without; its tools and what it asks
   * a person for stay as the person has them.
   */
  readonly words: (model: string | null) => readonly string[]
  /** It keeps its session all the same: the prompt is marked as ours, so that our readers pass over it. */
  readonly keepsSession?: true
  /** Whether a line of its output is needed; absent, all are. */
  readonly needs?: (line: string) => boolean
  readonly read: (output: string) => TaskRun
}

export interface TaskRun {
  readonly calls: readonly TaskCall[]
  readonly usage: TokenUsage | 'unknown'
  /** What it said last, after its last call; absent where it said nothing. */
  readonly report?: string
  /** It came to its own end without an error. */
  readonly ended: boolean
  /** What it says went wrong, such as the error of its model's server; absent where it says nothing of it. */
  readonly fault?: string
}

/** A call of a tool; `ok` is null where its end is not known, or where it was `denied`. */
export interface TaskCall extends ToolCall {
  readonly denied?: true
}

/** A call with what its result says; without a result, its end is not known. */
export function callOf(name: unknown, input: unknown, result: ToolResult | undefined): TaskCall {
  const command = commandOf({ input })
  const masked = command !== undefined && masksExit(command) ? { maskedPipe: true } : {}
  const call: ToolCall = { name: String(name), input, ok: null, ...masked }
  if (result === undefined) return call
  const { done, denied } = outcomeOfResult(call, result)
  return denied ? { ...done, denied } : done
}

export function contentParts({ message }: Fields): readonly Fields[] {
  const content = isFields(message) ? message.content : undefined
  return Array.isArray(content) ? (content as readonly unknown[]).filter(isFields) : []
}

/** `{ report }` for a text that says something, `{}` for anything else. */
export const reportOf = (text: unknown): Pick<TaskRun, 'report'> =>
  typeof text === 'string' && text.trim() !== '' ? { report: text.trim() } : {}

/** `{ fault }` for a text that says something, `{}` for anything else. */
export const faultOf = (text: unknown): Pick<TaskRun, 'fault'> =>
  typeof text === 'string' && text.trim() !== '' ? { fault: text.trim().replace(/\s+/g, ' ') } : {}
