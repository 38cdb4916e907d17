import type { TokenUsage } from '../model/language-model.ts'

/** How the program of an agent is run for one question: the prompt on stdin, one answer, and then its end. */
export interface Headless {
  /**
   * Its arguments; `answerFile` is where it may put its answer. Tools are off, and no session is kept, as far as the program
   * can. Its settings stay, since they say how its maker's server is reached.
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

/** The lines of an output that are JSON objects. */
export function jsonLines(output: string): readonly Readonly<Record<string, unknown>>[] {
  return output.split('\n').flatMap((line) => {
    const value = line.startsWith('{') ? parsed(line) : undefined
    return isObject(value) ? [value] : []
  })
}

/** The JSON value that an output is, apart from lines of a log before it. */
export function jsonOutput(output: string): unknown {
  const at = output.search(/^[[{]/m)
  return at < 0 ? undefined : parsed(output.slice(at))
}

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Tokens where both numbers are told. */
export const usageOf = (input: unknown, output: unknown): TokenUsage | 'unknown' =>
  typeof input === 'number' && typeof output === 'number' ? { input, output } : 'unknown'

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
