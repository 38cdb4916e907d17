import { createScanner, getNodeValue, type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser'
import { WaylandError } from '../domain/errors.ts'

// Edits of JSON with comments and trailing commas as text: everything but the edited node keeps its bytes.

export interface JsonText {
  readonly text: string
  readonly file: string
}

/** The object that a file holds; undefined when there is nothing in it but white space and comments. */
export function rootOf({ text, file }: JsonText): Node | undefined {
  const errors: ParseError[] = []
  const root = parseTree(text, errors, { allowTrailingComma: true, disallowComments: false })
  const [first] = errors
  if (root === undefined && isBlank(text) && errors.every(({ error }) => printParseErrorCode(error) === VALUE_EXPECTED))
    return undefined
  if (first !== undefined) throw bad({ text, file }, first.offset, `is not JSON (${printParseErrorCode(first.error)})`)
  if (root?.type !== 'object') throw bad({ text, file }, root?.offset ?? 0, 'must hold a JSON object')
  return root
}

const VALUE_EXPECTED = 'ValueExpected'

/** Whether a text has only white space and comments; to the parser it is like one that begins with a bracket. */
function isBlank(text: string): boolean {
  const scanner = createScanner(text, true)
  return Number(scanner.scan()) === KIND.end
}

/** The line of the first comment or trailing comma, which JSON itself does not have; undefined where there is none. */
export function lineBeyondJson(text: string): number | undefined {
  const errors: ParseError[] = []
  parseTree(text, errors, { allowTrailingComma: false, disallowComments: true })
  const [first] = errors
  return first === undefined || text.trim() === '' ? undefined : text.slice(0, first.offset).split('\n').length
}

/** The value of an object's property; undefined without it. Throws `bad_file` where the key occurs twice. */
export function propertyOf(where: JsonText, object: Node, key: string): Node | undefined {
  const found = (object.children ?? []).filter(({ children }) => children?.[0]?.value === key)
  if (found[1] !== undefined) throw bad(where, found[1].offset, `holds "${key}" twice`)
  return found[0]?.children?.[1]
}

export const nodeValue = (node: Node): unknown => getNodeValue(node) as unknown

/** The error `bad_file` with the file and the line of an offset. */
export function bad({ text, file }: JsonText, offset: number, what: string): WaylandError {
  const line = text.slice(0, offset).split('\n').length
  return new WaylandError('bad_file', `${file}:${line}: ${what}`)
}

/** The text without a property or an item, its comma, and the line that it leaves empty. */
export function withoutChild(text: string, container: Node, child: Node): string {
  const all = container.children ?? []
  const at = all.indexOf(child)
  const before = all[at - 1]
  const end = child.offset + child.length
  const { comma } = trivia(text, end)
  if (comma === undefined && before !== undefined) {
    // The last one without a trailing comma: the comma before it goes instead.
    const dropped = trivia(text, before.offset + before.length).comma as number
    const from = startOfGap(text, child.offset)
    const kept = text.slice(dropped + 1, from)
    return text.slice(0, dropped) + kept + text.slice(end)
  }
  const stop = comma === undefined ? end : comma + 1
  const from = startOfGap(text, child.offset)
  const rest = text.slice(stop)
  // Alone in its container: what is left of it is empty again.
  if (all.length === 1 && text.slice(container.offset + 1, from).trim() === '' && /^\s*[}\]]/.test(rest))
    return text.slice(0, container.offset + 1) + rest.trimStart()
  return text.slice(0, from) + rest
}

/**
 * The text with one more item at the end of an array, or with one more property at the end of an object, in the file's own
 * indentation and line ends.
 */
export function withChild(text: string, container: Node, value: unknown, key?: string): string {
  const children = container.children ?? []
  const name = (gap: string) => (key === undefined ? '' : `${JSON.stringify(key)}:${gap}`)
  const eol = text.includes('\r\n') ? '\r\n' : '\n'
  const last = children.at(-1)
  if (isOneLine(text, container, children[0])) {
    const gap = /[,:] /.test(text) ? ' ' : ''
    const content = name(gap) + JSON.stringify(value)
    if (last === undefined) return insert(text, container.offset + 1, content)
    return insert(text, last.offset + last.length, `,${gap}${content}`)
  }
  const outer = indentAt(text, container.offset)
  const indent = ownLineIndent(text, last) ?? outer + unitOf(text)
  const rendered = JSON.stringify(value, null, unitOf(text))
    .split('\n')
    .join(eol + indent)
  const content = eol + indent + name(' ') + rendered
  if (last === undefined) {
    const { lastComment } = trivia(text, container.offset + 1)
    const from = lastComment ?? container.offset + 1
    const close = container.offset + container.length - 1
    return `${text.slice(0, from)}${content}${eol}${outer}${text.slice(close)}`
  }
  const end = last.offset + last.length
  const { comma, restOfLine } = trivia(text, end)
  if (comma !== undefined) return insert(text, restOfLine, `${content},`)
  return `${text.slice(0, end)},${text.slice(end, restOfLine)}${content}${text.slice(restOfLine)}`
}

const insert = (text: string, at: number, content: string): string => text.slice(0, at) + content + text.slice(at)

/** Whether a container is written on one line: its children begin beside its bracket, or the file is one line. */
function isOneLine(text: string, container: Node, first: Node | undefined): boolean {
  if (first !== undefined) return !text.slice(container.offset, first.offset).includes('\n')
  return container.parent !== undefined && !text.trim().includes('\n')
}

/** White space before the first thing on the line of an offset. */
const indentAt = (text: string, offset: number): string =>
  /^[ \t]*/.exec(text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset))?.[0] ?? ''

/** Indentation of a node that has a line of its own. */
function ownLineIndent(text: string, node: Node | undefined): string | undefined {
  if (node === undefined) return undefined
  const line = text.slice(text.lastIndexOf('\n', node.offset - 1) + 1, node.offset)
  return line.trim() === '' ? line : undefined
}

/** One step of indentation, as the file's first indented line has it. */
const unitOf = (text: string): string => /\n([ \t]+)\S/.exec(text)?.[1] ?? '  '

/** Where the white space before an offset begins, up to and with one line break. */
function startOfGap(text: string, offset: number): number {
  const line = text.lastIndexOf('\n', offset - 1)
  if (line < 0 || text.slice(line + 1, offset).trim() !== '') return text.slice(0, offset).trimEnd().length
  return text[line - 1] === '\r' ? line - 1 : line
}

/** The scanner's kinds of tokens: its own enum is erased before this file is compiled. */
const KIND = { comma: 5, lineComment: 12, blockComment: 13, lineBreak: 14, space: 15, end: 17 } as const

interface Trivia {
  /** Offset of the comma, when one follows. */
  readonly comma: number | undefined
  /** After the comma, if any, and the comments on its line. */
  readonly restOfLine: number
  /** End of the last comment before the next token. */
  readonly lastComment: number | undefined
}

/** What follows an offset up to the next value or bracket. */
function trivia(text: string, from: number): Trivia {
  const scanner = createScanner(text)
  scanner.setPosition(from)
  let comma: number | undefined
  let restOfLine = from
  let lastComment: number | undefined
  let onLine = true
  for (let kind: number = scanner.scan(); ; kind = scanner.scan()) {
    const end = scanner.getTokenOffset() + scanner.getTokenLength()
    if (kind === KIND.comma && comma === undefined) {
      comma = scanner.getTokenOffset()
      restOfLine = end
      onLine = true
    } else if (kind === KIND.lineComment || kind === KIND.blockComment) {
      lastComment = end
      if (onLine) restOfLine = end
    } else if (kind === KIND.lineBreak) onLine = false
    else if (kind !== KIND.space) return { comma, restOfLine, lastComment }
  }
}
