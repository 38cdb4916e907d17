import { type Fields, isFields } from '../../domain/json-value.ts'
import { textOf } from '../../transcript/reader.ts'

/** One API of a model: how its requests hold a conversation, and how its answers are read. */
export interface Dialect {
  /** The end of its path. */
  readonly path: string
  /** The member of a request that holds the conversation: a list, or one text. */
  readonly list: 'messages' | 'input'
  /** The type of a part of text that is put into a list of parts. */
  readonly part: 'text' | 'input_text'
  /** An entry of the list as messages of OpenAI's chats. */
  chat(entry: Fields): readonly Fields[]
  /** What the model answered: from the events of a stream, or from one whole answer. */
  answer(events: readonly Fields[]): Answer
  /** Whether a request asks for data of a given shape, as programs do for titles and the like. */
  isShaped(body: Fields): boolean
}

/** An answer of a model, as far as it came. */
export interface Answer {
  /** In the shape of OpenAI's chats. */
  readonly messages: readonly Fields[]
  /** Why it stopped; undefined where it did not come to its end. */
  readonly stop: string | undefined
  /** The API told of a fault in the middle. */
  readonly failed: boolean
}

export const fieldsOf = (value: unknown): Fields => (isFields(value) ? value : {})
export const listOf = (value: unknown): readonly Fields[] => (Array.isArray(value) ? value.filter(isFields) : [])

/** A call of a tool as OpenAI's chats hold it; `input`: an object, or its JSON. */
export const callOf = (id: unknown, name: unknown, input: unknown): Fields => ({
  id: textOf(id),
  function: { name: textOf(name) ?? 'unknown', arguments: typeof input === 'string' ? input : JSON.stringify(input) },
})
