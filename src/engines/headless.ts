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

/** Reads an answer as the last report of a task; undefined if the run failed or was cut short. */
export const answerBy =
  ({ read }: HeadlessTask): Headless['read'] =>
  (output) => {
    const { report: text, usage, ended } = read(output)
    return ended && text !== undefined ? { text, usage } : undefined
  }

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

/** What the lines of a program tell of a run, as it stands in them. */
interface PrintedRun extends Pick<TaskRun, 'calls' | 'ended'> {
  /** One entry for the run, or one for each message; empty if the program prints none. */
  readonly tokens: readonly PrintedTokens[]
  readonly report?: unknown
  readonly fault?: unknown
}

interface PrintedTokens {
  readonly input: unknown
  readonly output: unknown
}

/** A task of a program that prints a JSON object a line; what else it prints is passed over. */
export const taskOf = ({
  read,
  ...program
}: Omit<HeadlessTask, 'read'> & { readonly read: (lines: readonly Fields[]) => PrintedRun }): HeadlessTask => ({
  ...program,
  read(output) {
    const { tokens, report, fault, ...run } = read(jsonLines(output))
    const [said, wrong] = [textIn(report), textIn(fault)?.replace(/\s+/g, ' ')]
    return {
      ...{ ...run, usage: usageOf(tokens) },
      ...(said === undefined ? {} : { report: said }),
      ...(wrong === undefined ? {} : { fault: wrong }),
    }
  },
})

const jsonLines = (output: string): readonly Fields[] =>
  output.split('\n').flatMap((line) => {
    const value = line.startsWith('{') ? jsonIn(line) : undefined
    return isFields(value) ? [value] : []
  })

/** The sum of all tokens; `unknown` if there are none, or one of the numbers is missing. */
export function usageOf(tokens: readonly PrintedTokens[]): TaskRun['usage'] {
  const sum = (numbers: readonly unknown[]) =>
    numbers.reduce<number>((total, one) => total + (typeof one === 'number' ? one : Number.NaN), 0)
  const [input, output] = [sum(tokens.map((one) => one.input)), sum(tokens.map((one) => one.output))]
  return tokens.length === 0 || Number.isNaN(input + output) ? 'unknown' : { input, output }
}

/** A text that says something. */
const textIn = (value: unknown): string | undefined => (typeof value === 'string' && value.trim()) || undefined

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
