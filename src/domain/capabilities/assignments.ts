import { visit } from 'jsonc-parser'
import { LINE, matchesOf } from '../matches.ts'

/** A setting as a text writes it: `automerge = true`, or a line of a file that knows no keys. */
export interface Assignment {
  readonly says: string
  readonly at: number
}

export type Form = 'json' | 'yaml' | 'lines' | 'xml'

/** More settings of one text are not told apart. */
const MOST = 200

/** The settings that a text writes, each with the names that it stands under, in the order of the text. */
export function assignmentsIn(text: string, form: Form): readonly Assignment[] {
  const found: Assignment[] = []
  const add = (path: readonly string[], value: string, at: number) => {
    // A bracket alone sets nothing.
    if (found.length < MOST && (path.length > 0 || /[\p{L}\d*]/u.test(value))) found.push(assignment(path, value, at))
  }
  if (form === 'json') inJson(text, add)
  else if (form === 'xml')
    for (const { index, 1: tag = '', 2: value = '' } of matchesOf(ELEMENT, text)) add([tag], value, index)
  else inLines(text, form === 'yaml', add)
  return found
}

type AddPath = (path: readonly string[], value: string, at: number) => void

/** One setting: by the last names of its path, its value cut. */
export function assignment(path: readonly string[], value: string, at: number): Assignment {
  const plain = value.trim().replace(/^(["'])(.*)\1$/, '$2')
  const names = path.slice(-3).join('.')
  const key = names.length > 56 ? `…${names.slice(-55)}` : names
  return { says: key === '' ? cut(plain, 64) : `${key} = ${cut(plain, 60)}`, at }
}

export const cut = (text: string, most: number): string =>
  text.length > most ? `${text.slice(0, most - 1).trimEnd()}…` : text

const ELEMENT = /<([\w.:-]{1,60})(?:\s[^<>\n]{0,200})?>([^<\n]{1,200})<\//g

/** Levels that JSON is read through; its parser calls itself for each. */
const DEEPEST = 200

/** Whether a text opens more levels than are read. */
export function isTooDeep(text: string): boolean {
  let open = 0
  for (const [mark] of matchesOf(/[[\]{}]/g, text)) {
    open += mark === '{' || mark === '[' ? 1 : -1
    if (open > DEEPEST) return true
  }
  return false
}

function inJson(text: string, add: AddPath): void {
  const lists = new Map<string, { readonly path: readonly string[]; readonly at: number; readonly values: string[] }>()
  const named = (path: readonly (string | number)[]) => path.filter((one) => typeof one === 'string')
  visit(
    text,
    {
      onLiteralValue: (value, at, _length, _line, _column, pathOf) => {
        const path = pathOf()
        if (typeof path.at(-1) === 'string') add(named(path), String(value), at)
        else {
          const key = path.slice(0, -1).join('\0')
          if (!lists.has(key)) lists.set(key, { path: named(path), at, values: [] })
          lists.get(key)!.values.push(String(value))
        }
      },
    },
    { allowTrailingComma: true },
  )
  for (const { path, at, values } of lists.values()) add(path, values.join(', '), at)
}

const COMMENT = /^\s*(?:#|\/\/|;|--|\/\*|<!--|$)/
const SECTION = /^\s*\[{1,2}([^\]\n]{1,80})\]{1,2}\s*$/
/** `key: value`, `- key: value`, `key = value`, `"key": value`; a key alone opens a level. */
const PAIR = /^(\s*(?:- +){0,3})(["']?)([\w.$@/*-][\w .$@/*-]{0,80}?)\2 {0,20}(:(?=\s|$)|=)\s*(.*)$/
/** The same with what may stand in a file of lines alone: `key=value`, `url."https://…".insteadOf = …`. */
const LOOSE = /^(\s*)()([^\s=:][^=\n]{0,120}?)\s{0,20}(=)\s*(.*)$/

function inLines(text: string, isYaml: boolean, add: AddPath): void {
  let open: (readonly [level: number, name: string])[] = []
  let block = Number.POSITIVE_INFINITY
  for (const { 0: line, index: at } of matchesOf(LINE, text)) {
    const indent = line.search(/\S/)
    if (indent > block || COMMENT.test(line) || /^\s*[\]})]+,?$/.test(line)) continue
    block = Number.POSITIVE_INFINITY
    const { level, key, value, opens = isYaml || level < 0 } = pairIn(line, isYaml)
    if (level < 0) open = []
    open = open.filter(([outer]) => outer < level)
    const path = [...open.map(([, name]) => name), ...(key === '' ? [] : [key])]
    if (key !== '' && OPENS.test(value) && opens) {
      open.push([level, key])
      if (value !== '') block = indent
    } else if (!isYaml || path.length > 0) add(path, value, at)
  }
}
/** A value that lies on the lines below: none, or a block of text. */
const OPENS = /^(?:[|>][+-]?\d?)?$/

/** A line as a name and its value; the title of a section stands outside all, a line without a name is a value alone. */
function pairIn(
  line: string,
  isYaml: boolean,
): { readonly level: number; readonly key: string; readonly value: string; readonly opens?: boolean } {
  const section = isYaml ? undefined : SECTION.exec(line)?.[1]
  if (section !== undefined) return { level: -1, key: section, value: '' }
  const indent = isYaml ? /^\s*(?:- +)*/.exec(line)![0].length : line.search(/\S/)
  const header = line.trim()
  // `rule {`, `resource "a" "b" {`, `tags = {`: a level of HCL, nginx and the like.
  if (!isYaml && /^[\w$@.~^"*-]/.test(header) && header.endsWith('{') && header.length <= 120)
    return { level: indent, key: header.slice(0, -1).replaceAll(/["=]/g, '').trim(), value: '', opens: true }
  const [, lead, , key = '', , rest = ''] = PAIR.exec(line) ?? (isYaml ? null : LOOSE.exec(line)) ?? []
  const value = (key === '' ? line.trim().replace(isYaml ? /^(?:- +)*/ : '', '') : rest)
    .split(/\s#\s/, 1)[0]!
    .replace(/[,;]$/, '')
  return { level: isYaml && lead !== undefined ? lead.length : indent, key, value: value.trim() }
}
