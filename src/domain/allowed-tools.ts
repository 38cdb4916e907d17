import { readYaml, splitFrontMatter } from './front-matter.ts'

/**
 * The tools that a SKILL.md asks to be allowed, as its front matter has them: `allowed-tools`, a list or a text with blanks
 * or commas. They are shown to a person and never applied. Throws `bad_file`.
 */
export function allowedTools(skillMd: string): readonly string[] {
  const fields = (readYaml(splitFrontMatter(skillMd).yaml) ?? {}) as Readonly<Record<string, unknown>>
  const given = fields['allowed-tools'] ?? fields.allowedTools
  const texts: readonly unknown[] = Array.isArray(given)
    ? given
    : typeof given === 'string'
      ? (given.match(RULE) ?? [])
      : []
  return texts
    .flatMap((one) => (typeof one === 'string' && one.trim() !== '' ? [one.trim().slice(0, MAX_RULE)] : []))
    .slice(0, MAX_RULES)
}

/** A name, with what stands in its brackets: `Bash(git diff:*)`. */
const RULE = /[^\s,()]{1,200}(?:\([^()]{0,400}\))?/g
const MAX_RULES = 100
const MAX_RULE = 300
