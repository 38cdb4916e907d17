import { WaylandError } from './errors.ts'
import { MAX_FRONT_MATTER, opensFrontMatter, readYaml, splitFrontMatter } from './front-matter.ts'
import { MAX_DESCRIPTION, MAX_NAME, type SkillFields } from './skill.ts'

/** SKILL.md as a value. `metadata` maps text to text; `extra` has the other fields as texts, lists and mappings. */
export interface SkillMd {
  readonly name: string
  readonly description: string
  readonly metadata: Readonly<Record<string, string>>
  readonly extra: Readonly<Record<string, unknown>>
  readonly body: string
}

/** Reads SKILL.md by the Agent Skills rules. Throws `bad_file` naming the first rule that is broken. */
export function parseSkillMd(text: string): SkillMd {
  const { front, yaml, body } = splitFrontMatter(text)
  if (!opensFrontMatter(text)) throw bad('the file must begin with a line "---" of YAML front matter')
  if (front === '' || yaml.length > MAX_FRONT_MATTER)
    throw bad(`front matter is not closed by "---" within ${MAX_FRONT_MATTER} characters`)
  const { name, description, metadata, ...extra } = mapping(readYaml(yaml))
  if (typeof name !== 'string' || name.trim() === '') throw bad('name is missing')
  if (name.length > MAX_NAME) throw bad(`name is longer than ${MAX_NAME} characters`)
  if (typeof description !== 'string' || description.trim() === '') throw bad('description is missing')
  if ([...description].length > MAX_DESCRIPTION) throw bad(`description is longer than ${MAX_DESCRIPTION} characters`)
  return { name: name.trim(), description: description.trim(), metadata: texts(metadata), extra, body }
}

/** Writes SKILL.md in the strictest YAML that engines accept: one quoted line a field, no flow style, no anchors. */
export function formatSkillMd({ name, description, metadata, body }: Omit<SkillMd, 'extra'>): string {
  const lines = ['---', `name: ${scalar(name)}`, `description: ${quoted(description)}`]
  const entries = Object.entries(metadata)
  if (entries.length > 0)
    lines.push('metadata:', ...entries.map(([key, value]) => `  ${scalar(key)}: ${quoted(value)}`))
  return `${lines.join('\n')}\n---\n\n${body.trim()}\n`
}

/**
 * A name or a key as a YAML scalar: quoted if it has special characters, or if some version of YAML reads it as a
 * number, date, boolean or null.
 */
const scalar = (text: string): string => (isPlain(text) && !NO_TEXT.test(text) ? text : quoted(text))
// Within the function, since building a pattern of Unicode classes takes half a millisecond of every start.
const isPlain = (text: string): boolean => /^[\p{L}\p{N}_][\p{L}\p{N}\p{M}._-]*$/u.test(text)
const NO_TEXT = /^(?:[\d._-]+(?:e[\d._-]+)?|0[xob][\da-f_]+|y|n|yes|no|on|off|true|false|null)$/i

/** JSON text is valid YAML; the reference parser ends the front matter at the first `---`, quoted or not. */
const quoted = (text: string): string => JSON.stringify(text.replace(/-{3,}/g, '--'))

const bad = (message: string) => new WaylandError('bad_file', `SKILL.md: ${message}`)

function mapping(value: unknown): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw bad('front matter is not a mapping')
  return value as Record<string, unknown>
}

/** Metadata values as texts, the only ones of the format: a list is joined by commas, a deeper value is JSON. */
function texts(metadata: unknown): Record<string, string> {
  if (typeof metadata !== 'object' || metadata === null || Array.isArray(metadata)) return {}
  return Object.fromEntries(Object.entries(metadata).map(([key, value]) => [key, textOf(value)]))
}

function textOf(value: unknown): string {
  const isDeep = typeof value === 'object' && Object.values(value ?? {}).some((inner) => typeof inner !== 'string')
  return Array.isArray(value) && !isDeep ? value.join(',') : typeof value === 'string' ? value : JSON.stringify(value)
}

/** What the row of a skill takes from its SKILL.md. */
export const fieldsIn = (md: SkillMd): Pick<SkillFields, 'description' | 'body' | 'tags'> => ({
  description: md.description,
  body: md.body,
  tags: tagsOf(md),
})

/** Limits of the tags of a skill: the format knows none, and a search by tag needs few. */
const MAX_TAGS = 30
const MAX_TAG = 60

/**
 * The tags of a skill: `tags` or `metadata.tags` of its front matter, a list or a text with commas. In lower case, each
 * once, in the order given.
 */
export function tagsOf({ extra, metadata }: Pick<SkillMd, 'extra' | 'metadata'>): readonly string[] {
  const given = extra.tags ?? metadata.tags ?? []
  const texts = Array.isArray(given) ? given : typeof given === 'string' ? listed(given) : []
  const tags = texts.flatMap((tag) => (typeof tag === 'string' || typeof tag === 'number' ? [normalTag(`${tag}`)] : []))
  return [...new Set(tags)].filter((tag) => tag !== '').slice(0, MAX_TAGS)
}

/** Whether a skill has all of these tags, however they are written. */
export function hasTags(
  { tags = [] }: { readonly tags?: readonly string[] | undefined },
  wanted: readonly string[],
): boolean {
  const own = wanted.length === 0 ? [] : tags.map(normalTag)
  return wanted.every((tag) => own.includes(normalTag(tag)))
}

/** A description as it is searched: its tags count as words of it, since both say what the skill is about. */
export const withTags = (description: string, tags: readonly string[] = []): string =>
  tags.length === 0 ? description : `${description}\n${tags.join('\n')}`

/** A tag as it is compared. */
const normalTag = (tag: string): string => tag.normalize('NFKC').trim().toLowerCase().slice(0, MAX_TAG).trim()

/** The parts of a text with commas; brackets and quotes around them are those of a list written as a text. */
const listed = (text: string): readonly string[] =>
  text.split(/[,;，、]/u).map((part) => part.replace(/^[\s["']+/, '').replace(/(?<![\s\]"'])[\s\]"']+$/, ''))
