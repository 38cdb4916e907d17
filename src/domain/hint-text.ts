import { LAST_LINES, NOTICES } from './draft/body-ends.ts'
import { cut, quote } from './draft/quote.ts'
import { textBlocks } from './text-blocks.ts'

/** Prefix of every line that this package shows to a model; it distinguishes the line from a person's words. */
export const HINT_MARK = '[wayland-core]'

/** The first and the last words of a hint, which delimit it within a longer line. */
export const HINT_OPENING = `${HINT_MARK} A skill may fit this task:`
export const HINT_END = 'ignore it if it does not fit.'

/** How the model loads a skill: it reads a file, calls the skill in its agent, or finds the text in the hint. */
export interface Way {
  /** The agent's name for its own copy, as the model would write it; absent where it has no copy. */
  readonly call?: string
  /** A file that the model may read. */
  readonly file?: string
  /** The text itself, as Markdown. */
  readonly text?: string
}

/** What a hint says about a skill: its name, and its purpose in a person's words; '' before a person has reviewed it. */
export interface Hinted {
  readonly name: string
  readonly about: string
}

/**
 * What a hint may hold of a draft that no person has reviewed: its text without the requests under which it is used, the
 * rules that they voice, and lines in which a name, a message or a value is a sentence.
 */
export const unworded = (text: string): string =>
  text
    .replace(REQUESTS, '')
    .split('\n')
    .filter((line) => !isSentence(line.split('`').filter((_, i) => i % 2 === 1)))
    .join('\n')

const REQUESTS = /^## (?:When to use|Rules)\n(?:(?!#|\[).*(?:\n|$))*/gm

/** Whether one of the texts has four words in a row of which two are such as only a sentence has. */
const isSentence = (texts: readonly string[]): boolean =>
  texts.some((text) => (text.match(WORDS) ?? []).some((run) => (run.match(FUNCTION_WORD) ?? []).length >= 2))

const WORDS = /(?:\p{L}{1,20}[ _-]){3,60}\p{L}{1,20}/gu
const FUNCTION_WORD =
  /(?<!\p{L})(?:an?|the|this|that|these|all|every\w*|and|or|of|to|for|from|on|in|into|at|by|with|is|are|was|be|been|has|have|must|should|will|may|not|never|always|now|please|you|your|it|they|who|as|so)(?!\p{L})/giu

/**
 * A hint: names the skill and how to load it, and leaves the choice to the model. It is one line, whatever characters
 * name and path hold; with the skill's text, each line of the text becomes one marked line.
 */
export function hintOf({ name, about }: Hinted, { call, file, text }: Way): string {
  const words = about === '' ? '' : ` (${cut(quote(about), MAX_ABOUT)})`
  const head = `${HINT_OPENING} "${quote(name, MAX_NAME)}"${words}.`
  const ways = [...(call === undefined ? [] : [call]), ...(file === undefined ? [] : [`read ${quotedPath(file)}`])]
  const use = ways.length === 0 ? '' : ` To use it, ${ways.join(' or ')};`
  if (text === undefined) return `${head}${use} ${HINT_END}`
  return [`${head}${use} ${ways.length === 0 ? 'Its' : 'its'} text follows; ${HINT_END}`, ...marked(text)].join('\n')
}

const MAX_ABOUT = 160
const MAX_NAME = 80

/** Whether a path needs no escapes in a hint, so that the model can pass it on unchanged. */
export const isPlainPath = (path: string): boolean => quotedPath(path) === `"${path}"`

/**
 * A path in quotes on one line; quotes, tags, control, format, private-use, line-separating and unassigned characters are
 * escaped as `\u{hex}`.
 */
const quotedPath = (path: string): string =>
  `"${path.replace(/["`<>\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Cn}\u2028\u2029]/gu, (char) => `\\u{${char.codePointAt(0)?.toString(16)}}`)}"`

/** Characters of a skill's text that a hint holds at most. */
export const MAX_TEXT = 3_000

/**
 * A skill's text as marked lines, without the parts that are of no use to a model; a long text is cut after a whole
 * line, and before a code block that does not fit.
 */
function marked(text: string): readonly string[] {
  const shown: string[] = []
  let room = MAX_TEXT
  for (const { lines, isCode } of textBlocks(helpful(text).replace(LINE_BREAKS, '\n'))) {
    const clean = lines.map(cleaned).filter((line) => line !== '')
    const fitting = fittingLines(clean, room)
    const isCut = fitting < clean.length
    if (!(isCode && isCut)) shown.push(...clean.slice(0, fitting).map((line) => `${HINT_MARK} ${line}`))
    if (isCut) return [...shown, REST]
    room -= sizeOf(clean)
  }
  return shown
}

const REST = `${HINT_MARK} … the rest is left out here: load_skill of wayland-core, where that is connected, has it.`

const cleaned = (line: string): string =>
  line
    .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}]+/gu, ' ')
    .replaceAll(HINT_END, HINT_END.slice(0, -1))
    .trimEnd()

/** How many of the lines, from the first, have room. */
function fittingLines(lines: readonly string[], room: number): number {
  let left = room
  for (const [i, { length }] of lines.entries()) {
    left -= length + 1
    if (left < 0) return i
  }
  return lines.length
}

const sizeOf = (lines: readonly string[]): number => lines.reduce((sum, { length }) => sum + length + 1, 0)

const LINE_BREAKS = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/g

/** A draft's text without its notice, its origin and the link to its evidence. */
function helpful(text: string): string {
  return NOTICES.reduce((rest, notice) => rest.replace(`${notice}\n\n`, ''), text.slice(0, 8 * MAX_TEXT))
    .replace(/^Signature: [^\n]{0,400}\nEvidence: [^\n]{0,400}\n/m, '')
    .split('\n')
    .filter((line) => !LAST_LINES.some((last) => line.startsWith(last)))
    .join('\n')
    .trim()
}
