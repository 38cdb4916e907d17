import { type Fields, isFields } from '../../domain/json-value.ts'
import { contentText, textOf } from '../../transcript/reader.ts'

/** Codex records a prompt as an event, an item, a message of the model's context: each once at most. */
export type PromptShape = 'event' | 'item' | 'message'

export interface ToldPrompt {
  readonly text: string
  readonly shape: PromptShape
  readonly turnId: string | undefined
}

/** Detects lines that repeat a prompt in another shape. */
export class PromptShapes {
  #told: { readonly text: string; readonly turnId: string | undefined; readonly shapes: Set<PromptShape> } | undefined

  /** The agent has begun its work: the next prompt is a new one. */
  answered(): void {
    this.#told = undefined
  }

  begins({ text, shape, turnId }: ToldPrompt): boolean {
    const told = this.#told
    // The shapes of a prompt with an image or an attachment differ in their text.
    const same = told?.turnId === undefined || turnId === undefined ? told?.text === text : told.turnId === turnId
    if (told !== undefined && same && !told.shapes.has(shape)) {
      told.shapes.add(shape)
      return false
    }
    this.#told = { text, turnId, shapes: new Set([shape]) }
    return true
  }
}

/** What a person typed in a message of the model's context; undefined where the program wrote all or marks none. */
export function typedText(payload: Fields): string | undefined {
  const { content } = payload
  const kinds = passedThrough(payload).content_item_kinds
  if (payload.role !== 'user' || !Array.isArray(kinds) || !Array.isArray(content)) return undefined
  const typed = content.filter((_, i) => kinds[i] === 'user.text')
  return typed.length === 0 ? undefined : (contentText(typed) ?? '')
}

/** What a person wrote beside images, without the marks that stand for these. */
export const withoutImages = (text: string): string =>
  text.includes('mage') ? text.replace(/<image name=[^>\n]{0,200}>|<\/image>|\[Image #\d{1,4}\]/g, '').trim() : text

/** The turn in which an item of the model's context was made, where it says so. */
export const turnOfItem = (payload: Fields): string | undefined => textOf(passedThrough(payload).turn_id)

const passedThrough = ({ internal_chat_message_metadata_passthrough: told }: Fields): Fields =>
  isFields(told) ? told : {}

/** The request in a message of an editor's extension, which puts the open files above it. */
export function withoutEditorContext(text: string): string {
  if (!text.startsWith('# Context from my IDE setup:')) return text
  const mark = /^## My request for Codex:[ \t]*\n/m.exec(text)
  return mark === null ? text : text.slice(mark.index + mark[0].length).trim()
}
