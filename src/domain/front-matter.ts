import { createRequire } from 'node:module'
import { WaylandError } from './errors.ts'

/** A SKILL.md in parts: `front` and `body` are the text byte for byte. */
export interface FrontMatter {
  /** The byte order mark and both lines `---` included; '' where the text does not begin with a closed front matter. */
  readonly front: string
  /** What stands between the lines `---`, from the end of the first: errors name the lines of the file. */
  readonly yaml: string
  readonly body: string
}

/** Splits a text at its first closing line `---`; blanks may follow on that line. */
export function splitFrontMatter(text: string): FrontMatter {
  const open = OPENING.exec(text)?.[0].length
  const close = open === undefined ? null : CLOSING.exec(text.slice(open))
  if (open === undefined || close === null) return { front: '', yaml: '', body: text }
  const end = open + close.index + close[0].length
  return { front: text.slice(0, end), yaml: text.slice(open, open + close.index), body: text.slice(end) }
}

/** Whether a text begins as front matter does, closed or not. */
export const opensFrontMatter = (text: string): boolean => OPENING.test(text)

const OPENING = /^\uFEFF?---(?=\r?\n)/
const CLOSING = /\r?\n---[ \t]*(?:\r?\n|$)/

/**
 * Reads the YAML of a front matter as texts, lists and mappings, by gray-matter over js-yaml 5. Every scalar is the text that
 * stands there, as the reference parser of Agent Skills reads it: no `1.10`, `010`, `2024-01-01` or `no` turns into another
 * value. Throws `bad_file` for what is no YAML, and for what engines read in different ways: tags, aliases, merge keys, a key
 * that is there twice or is no text, a second document, a line that begins with `---`.
 */
export function readYaml(yaml: string): unknown {
  refuseUnread(yaml)
  parsers ??= loadParsers()
  const { load, FAILSAFE_SCHEMA } = parsers.yaml
  const parse = (text: string) => load(text, { schema: FAILSAFE_SCHEMA, maxAliases: 0 }) as object
  try {
    // What follows on the first line names a language: "---js" is JavaScript to gray-matter.
    const text = /^\r?\n/.test(yaml) ? `---${yaml}\n---\n` : `---\n${yaml}\n---\n`
    const { data } = parsers.matter(text, { language: 'yaml', engines: { yaml: { parse } } })
    refuseMergeKeys(data)
    return data
  } catch (error) {
    if (error instanceof WaylandError) throw error
    const [why = ''] = String(error instanceof Error ? error.message : error).split('\n')
    throw why.startsWith('aliases exceeded') ? unread('an alias "*"', error) : bad(notYaml(why), error)
  }
}

/** Loaded when a SKILL.md is read: they cost a quarter of a bare start of Node. */
let parsers: ReturnType<typeof loadParsers> | undefined

function loadParsers() {
  return {
    matter: createRequire(import.meta.filename)('gray-matter') as typeof import('gray-matter'),
    yaml: createRequire(import.meta.filename)('js-yaml') as typeof import('js-yaml'),
  }
}

/** Longer front matter is refused unread: names and descriptions need a few hundred characters. */
export const MAX_FRONT_MATTER = 64 * 1024
/** gray-matter looks for comments in time that is quadratic in the blank lines before them. */
const MAX_BLANK_LINES = 100

/** What gray-matter would cut elsewhere than `splitFrontMatter` does, or be slow to read. */
function refuseUnread(yaml: string): void {
  if (yaml.length > MAX_FRONT_MATTER) throw unread(`more than ${MAX_FRONT_MATTER} characters`)
  let blank = 0
  for (const line of yaml.split(/[\n\r\u2028\u2029]/)) {
    blank = line.trim() === '' ? blank + 1 : 0
    if (blank > MAX_BLANK_LINES) throw unread(`more than ${MAX_BLANK_LINES} blank lines in a row`)
    if (line.startsWith('---')) throw unread('a line that begins with "---"')
  }
}

/** The schema has no merge keys, but an engine that reads YAML 1.1 would add the keys that one names. */
function refuseMergeKeys(value: unknown): void {
  if (typeof value !== 'object' || value === null) return
  if (!Array.isArray(value) && Object.hasOwn(value, '<<')) throw unread('a merge key "<<"')
  for (const inner of Object.values(value)) refuseMergeKeys(inner)
}

/** The parser's message, with the commonest cause in plain words: a colon in a text without quotes. */
function notYaml(why: string): string {
  const where = why.replace(/ \((\d+):(\d+)\)$/, ' at line $1, column $2')
  const colon = why.startsWith('bad indentation of a mapping entry') ? '; a text that holds ": " needs quotes' : ''
  return `front matter is not YAML: ${where}${colon}`
}

const unread = (what: string, cause?: unknown) => bad(`front matter holds ${what}, which is not read`, cause)

const bad = (message: string, cause?: unknown) => new WaylandError('bad_file', `SKILL.md: ${message}`, { cause })
