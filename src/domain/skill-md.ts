import { createRequire } from 'node:module'
import { WaylandError } from './errors.ts'
import { MAX_DESCRIPTION, MAX_NAME } from './skill.ts'

/** SKILL.md as a value. `metadata` maps text to text; other front matter fields are kept in `extra`. */
export interface SkillMd {
  readonly name: string
  readonly description: string
  readonly metadata: Readonly<Record<string, string>>
  readonly extra: Readonly<Record<string, unknown>>
  readonly body: string
}

/** Front matter beyond this many characters is refused unread: names and descriptions need a few hundred. */
const MAX_FRONT_MATTER = 64 * 1024
/** A merge copies keys for every mapping that it names: thousands of each in few bytes. */
const MERGE_KEY = /<<["']?\s*:/

/** Reads SKILL.md by the Agent Skills rules. Throws `bad_skill` naming the first rule that is broken. */
export function parseSkillMd(text: string): SkillMd {
  const { data, content } = frontMatter(text.replace(/^\uFEFF/, ''))
  const { name, description, metadata, ...extra } = data
  if (typeof name !== 'string' || name.trim() === '') throw bad('name is missing')
  if (name.length > MAX_NAME) throw bad(`name is longer than ${MAX_NAME} characters`)
  if (typeof description !== 'string' || description.trim() === '') throw bad('description is missing')
  if ([...description].length > MAX_DESCRIPTION) throw bad(`description is longer than ${MAX_DESCRIPTION} characters`)
  return { name: name.trim(), description: description.trim(), metadata: texts(metadata), extra, body: content }
}

/** Writes SKILL.md in the strictest YAML that engines accept: one quoted line a field, no flow style, no anchors. */
export function formatSkillMd({ name, description, metadata, body }: Omit<SkillMd, 'extra'>): string {
  const lines = ['---', `name: ${name}`, `description: ${quoted(description)}`]
  const entries = Object.entries(metadata)
  if (entries.length > 0) lines.push('metadata:', ...entries.map(([key, value]) => `  ${key}: ${quoted(value)}`))
  return `${lines.join('\n')}\n---\n\n${body.trim()}\n`
}

/** JSON text is valid YAML; the reference parser ends the front matter at the first `---`, quoted or not. */
const quoted = (text: string): string => JSON.stringify(text.replace(/-{3,}/g, '--'))

const bad = (message: string, cause?: unknown) => new WaylandError('bad_skill', `SKILL.md: ${message}`, { cause })

/** Loaded when a SKILL.md is read, since it costs a third of a bare Node start. */
let matter: typeof import('gray-matter') | undefined

function frontMatter(text: string): { data: Record<string, unknown>; content: string } {
  if (!/^---\r?\n/.test(text)) throw bad('the file must begin with a line "---" of YAML front matter')
  const end = text.slice(0, MAX_FRONT_MATTER).search(/\r?\n---[ \t]*(\r?\n|$)/)
  if (end < 0) throw bad(`front matter is not closed by "---" within ${MAX_FRONT_MATTER} characters`)
  if (MERGE_KEY.test(text.slice(0, end))) throw bad('front matter holds a merge key "<<", which is not read')
  matter ??= createRequire(import.meta.filename)('gray-matter') as typeof import('gray-matter')
  try {
    // Passing options keeps gray-matter from caching every text it ever saw.
    const { data, content } = matter(text, {
      language: 'yaml',
      engines: { javascript: refuse, coffee: refuse, json: refuse },
    })
    if (typeof data !== 'object' || data === null || Array.isArray(data)) throw bad('front matter is not a mapping')
    refuseAliases(data, new Set())
    return { data: data as Record<string, unknown>, content }
  } catch (error) {
    throw error instanceof WaylandError ? error : bad(`front matter is not YAML (${firstLine(error)})`, error)
  }
}

/** The parser shares what an alias names; written out as text, a few lines of aliases to aliases fill any memory. */
function refuseAliases(value: unknown, seen: Set<object>): void {
  if (typeof value !== 'object' || value === null || value instanceof Date) return
  if (seen.has(value)) throw bad('front matter holds an alias "*" of a list or mapping, which is not read')
  seen.add(value)
  for (const inner of Object.values(value)) refuseAliases(inner, seen)
}

/** gray-matter would run `---js`; here only YAML is read. */
const refuse = () => {
  throw bad('only YAML front matter is read')
}

const firstLine = (error: unknown): string =>
  String(error instanceof Error ? error.message : error).split('\n')[0] ?? ''

function texts(metadata: unknown): Record<string, string> {
  if (typeof metadata !== 'object' || metadata === null || Array.isArray(metadata)) return {}
  return Object.fromEntries(Object.entries(metadata).map(([key, value]) => [key, String(value)]))
}
