/** Where in the bytes of a JSON text something is put in, and into what. */
export interface InsertionPoint {
  readonly offset: number
  readonly into: 'text' | 'list' | 'empty list'
}

/**
 * The end of a text, or of a list of parts, in a JSON document: of member `key` itself where it is a text, else of the
 * member `content` of its item `index`. Undefined where there is none, or more than one member of a name. The
 * bytes must be valid JSON; takes time linear in them.
 */
export function insertionPoint(json: Buffer, key: string, index: number): InsertionPoint | undefined {
  const list = member(json, start(json, 0), key)
  if (list === undefined) return undefined
  if (json[list] === QUOTE) return endOf(json, list)
  const item = json[list] === OPEN_LIST ? itemOf(json, list, index) : undefined
  const content = item === undefined ? undefined : member(json, item, 'content')
  return content === undefined ? undefined : endOf(json, content)
}

const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a]
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d]

function endOf(json: Buffer, at: number): InsertionPoint | undefined {
  if (json[at] === QUOTE) return { offset: after(json, at) - 1, into: 'text' }
  if (json[at] !== OPEN_LIST) return undefined
  const isEmpty = json[start(json, at + 1)] === CLOSE_LIST
  return { offset: after(json, at) - 1, into: isEmpty ? 'empty list' : 'list' }
}

/** Where the value of a member begins; undefined where the object has none of this name, or several. */
function member(json: Buffer, object: number, name: string): number | undefined {
  if (json[object] !== OPEN_OBJECT) return undefined
  let found: number | undefined
  for (let at = start(json, object + 1); at < json.length && json[at] !== CLOSE_OBJECT; ) {
    const end = after(json, at)
    const value = start(json, start(json, end) + 1)
    if (nameAt(json, at, end) === name) {
      if (found !== undefined) return undefined
      found = value
    }
    at = next(json, after(json, value))
  }
  return found
}

/** Names with escapes are read as JSON reads them. */
const nameAt = (json: Buffer, at: number, end: number): unknown => JSON.parse(json.toString('utf8', at, end))

function itemOf(json: Buffer, list: number, index: number): number | undefined {
  let n = 0
  for (let at = start(json, list + 1); at < json.length && json[at] !== CLOSE_LIST; at = next(json, after(json, at)))
    if (n++ === index) return at
  return undefined
}

/** The next byte that is no white space. */
function start(json: Buffer, from: number): number {
  let at = from
  while (at < json.length && WHITE.has(json[at] ?? 0)) at++
  return at
}

const WHITE: ReadonlySet<number> = new Set([0x20, 0x09, 0x0a, 0x0d])

/** The next member or item, or the end of what holds them. */
function next(json: Buffer, from: number): number {
  const at = start(json, from)
  return json[at] === COMMA ? start(json, at + 1) : at
}

function after(json: Buffer, from: number): number {
  if (json[from] === QUOTE) return afterText(json, from)
  let depth = 0
  for (let at = from; at < json.length; at++) {
    const byte = json[at]
    if (byte === QUOTE) at = afterText(json, at) - 1
    else if (byte === OPEN_LIST || byte === OPEN_OBJECT) depth++
    else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) {
      if (depth === 0) return at
      depth--
      if (depth === 0) return at + 1
    } else if (depth === 0 && (byte === COMMA || byte === COLON || WHITE.has(byte ?? 0))) return at
  }
  return json.length
}

function afterText(json: Buffer, from: number): number {
  for (let at = json.indexOf(QUOTE, from + 1); at >= 0; at = json.indexOf(QUOTE, at + 1)) {
    let slashes = 0
    while (json[at - 1 - slashes] === BACKSLASH) slashes++
    if (slashes % 2 === 0) return at + 1
  }
  return json.length
}
