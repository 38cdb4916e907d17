import type { SkillMd } from './skill-md-format.ts'

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
