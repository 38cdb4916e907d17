import { createHash } from 'node:crypto'
import { z } from 'zod'
import { jsonIn } from '../json-value.ts'

/** A prompt without its input: the text, and the schema of the answer. */
export interface Prompt<T> {
  readonly name: string
  /** Incremented with every change of text or schema; answers to other versions are not reused. */
  readonly version: number
  /** Its purpose, in a line for a person. */
  readonly words: string
  /** What is sent beside the text of the prompt, for the table of what leaves the machine. */
  readonly sends: string
  readonly system: string
  readonly schema: z.ZodType<T>
  readonly maxTokens: number
}

/** Name and version under which calls are logged: `extract@1`. */
export const promptLabel = ({ name, version }: Prompt<unknown>): string => `${name}@${version}`

/** A question for a provider; its id is a digest of all that determines the answer. */
export interface PromptQuestion {
  readonly id: string
  readonly purpose: string
  readonly system: string
  readonly input: string
  readonly schema: Readonly<Record<string, unknown>>
  readonly maxTokens: number
}

export function questionOf(prompt: Prompt<unknown>, input: string, model: string): PromptQuestion {
  const { name: purpose, system, maxTokens } = prompt
  const schema = z.toJSONSchema(prompt.schema) as Record<string, unknown>
  const named = JSON.stringify([promptLabel(prompt), system, input, schema, maxTokens, model])
  const id = createHash('sha256').update(named).digest('hex').slice(0, 32)
  return { id, purpose, system, input, schema, maxTokens }
}

/** The question again, with its invalid answer and the faults in it. */
export function repairOf(
  prompt: Prompt<unknown>,
  input: string,
  answer: string,
  faults: string,
  model: string,
): PromptQuestion {
  const again = `${input}

Your answer was not valid:
${faults}

It was:
${answer.slice(0, MAX_SHOWN)}

Answer again, with the JSON value alone.`
  return questionOf(prompt, again, model)
}

/** Parses an answer by the schema of its prompt: the value, or its faults, one a line. */
export function answerOf<T>(prompt: Prompt<T>, text: string): { readonly value: T } | { readonly faults: string } {
  // Models wrap JSON in fences or prose.
  const found = jsonIn(text) ?? jsonIn(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1))
  if (found === undefined) return { faults: 'it is not JSON' }
  const read = prompt.schema.safeParse(found)
  if (read.success) return { value: read.data }
  const faults = read.error.issues.slice(0, MAX_FAULTS)
  return { faults: faults.map(({ path, message }) => `${path.join('.') || 'the value'}: ${message}`).join('\n') }
}

/** Characters of an invalid answer that are shown back to the model. */
const MAX_SHOWN = 4_000
const MAX_FAULTS = 8
