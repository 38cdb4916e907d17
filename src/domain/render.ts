import type { Skill } from './skill.ts'
import { parseSkillMd } from './skill-md-format.ts'

/** What a skill is rendered from. */
export interface Rendering {
  /** The bytes of its SKILL.md as text. */
  readonly text: string
  /** Absolute path of its folder. */
  readonly folder: string
  /** Whether a person wrote or reviewed the text; argument variables are expanded only then. */
  readonly isReviewed: boolean
}

/**
 * A skill as a host shows it to a model: its folder, its body, the arguments. Nothing is executed, and only arguments
 * are expanded: `$ARGUMENTS` stands for all of them, `$ARGUMENTS[N]` for one, from 0; arguments without a variable are
 * appended. Throws `bad_skill` where the text is no SKILL.md.
 */
export function renderSkill({ text, folder, isReviewed }: Rendering, given = ''): string {
  const args = given.trim()
  const body = parseSkillMd(text).body.trim()
  const isTemplate = isReviewed && VARIABLE.test(body)
  const parts = [`Base directory for this skill: ${folder}`, isTemplate ? filled(body, args) : body]
  if (args !== '' && !isTemplate) parts.push(`ARGUMENTS: ${args}`)
  return `${parts.join('\n\n')}\n`
}

/** Parses a skill call: `/name` and the arguments after it. Undefined for any other text. */
export function parseSlash(text: string): { readonly name: string; readonly args: string } | undefined {
  const [, name, args = ''] = /^\s*\/([^\s/]+)(?:\s+([\s\S]*))?$/.exec(text) ?? []
  return name === undefined ? undefined : { name, args: args.trim() }
}

/** Whether a skill was reviewed: an unreviewed draft holds text from turns, in which variables are not expanded. */
export const isReviewed = ({ origin, needsReview }: Pick<Skill, 'origin' | 'needsReview'>): boolean =>
  origin === 'person' || !needsReview

/** A longer name (`$ARGUMENTS_DIR`) is another variable. */
const VARIABLE = /\$ARGUMENTS(?:\[(\d{1,3})\]|(?![A-Za-z0-9_[]))/

/** One pass: inserted arguments are neither searched for variables nor read as a replacement pattern. */
function filled(body: string, args: string): string {
  const words = splitWords(args)
  return body.replace(new RegExp(VARIABLE, 'g'), (_, index?: string) =>
    index === undefined ? args : (words[Number(index)] ?? ''),
  )
}

/** Splits at blanks; single or double quotes hold words together. */
function splitWords(args: string): readonly string[] {
  const words = args.match(/(?:"[^"]*"|'[^']*'|[^\s"']|["'])+/g) ?? []
  return words.map((word) =>
    word.replace(/"([^"]*)"|'([^']*)'/g, (_, double?: string, single = '') => double ?? single),
  )
}
