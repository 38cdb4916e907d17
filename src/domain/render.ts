import type { Skill } from './skill.ts'
import { parseSkillMd } from './skill-md-format.ts'

/** What a skill is rendered from. */
export interface Rendering {
  /** The bytes of its SKILL.md as text. */
  readonly text: string
  /** Absolute path of its folder. */
  readonly folder: string
  /** Whether a person wrote or reviewed the text: only then do its argument variables mean something. */
  readonly isReviewed: boolean
}

/**
 * A skill as a host puts it before a model: its folder, its body, the arguments. Nothing is run and nothing else expanded.
 * `$ARGUMENTS` stands for all arguments, `$ARGUMENTS[N]` for one, from 0; arguments that the text has no place for follow it.
 * Throws `bad_skill` where the text is no SKILL.md.
 */
export function renderSkill({ text, folder, isReviewed }: Rendering, given = ''): string {
  const args = given.trim()
  const body = parseSkillMd(text).body.trim()
  const isTemplate = isReviewed && VARIABLE.test(body)
  const parts = [`Base directory for this skill: ${folder}`, isTemplate ? filled(body, args) : body]
  if (args !== '' && !isTemplate) parts.push(`ARGUMENTS: ${args}`)
  return `${parts.join('\n\n')}\n`
}

/** A skill asked for as text: `/name` and what follows it. Undefined for any other text. */
export function parseSlash(text: string): { readonly name: string; readonly args: string } | undefined {
  const [, name, args = ''] = /^\s*\/([^\s/]+)(?:\s+([\s\S]*))?$/.exec(text) ?? []
  return name === undefined ? undefined : { name, args: args.trim() }
}

/** A draft that was not reviewed is text from turns: what looks like a variable in it is none. */
export const isReviewed = ({ origin, needsReview }: Pick<Skill, 'origin' | 'needsReview'>): boolean =>
  origin === 'person' || !needsReview

/** Words that go on (`$ARGUMENTS_DIR`) are other names. */
const VARIABLE = /\$ARGUMENTS(?:\[(\d{1,3})\]|(?![A-Za-z0-9_[]))/

/** One pass: what the arguments hold is not looked at again, nor is it a pattern of a replacement. */
function filled(body: string, args: string): string {
  const words = splitWords(args)
  return body.replace(new RegExp(VARIABLE, 'g'), (_, index?: string) =>
    index === undefined ? args : (words[Number(index)] ?? ''),
  )
}

/** Words between blanks; quotes, single or double, hold one together. */
function splitWords(args: string): readonly string[] {
  const words = args.match(/(?:"[^"]*"|'[^']*'|[^\s"']|["'])+/g) ?? []
  return words.map((word) =>
    word.replace(/"([^"]*)"|'([^']*)'/g, (_, double?: string, single = '') => double ?? single),
  )
}
