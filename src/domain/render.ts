import { code } from './draft/quote.ts'
import { WaylandError } from './errors.ts'
import { splitFrontMatter } from './front-matter.ts'
import { isDrafted, type Skill } from './skill.ts'
import type { ToolChange, Translation } from './tool-names.ts'

/** What a skill is rendered from. */
export interface Rendering {
  /** The bytes of its SKILL.md as text. */
  readonly text: string
  readonly folder: string
  /** Whether a person wrote or reviewed the text; argument variables are expanded only then. */
  readonly isReviewed: boolean
  /** The body with the tool names of the agent that it is for; default: as it is. */
  readonly translation?: Translation & { readonly agent: string }
}

/** A skill's text as a model gets it. */
export interface Rendered {
  readonly text: string
  /** Tools that the text names otherwise than the skill, for another agent, and those that have no name there. */
  readonly tools: readonly ToolChange[]
}

/** The body of a SKILL.md, without blanks around it. Throws `bad_file` where no front matter stands before it. */
export function bodyOf(text: string): string {
  const { front, body } = splitFrontMatter(text)
  if (front === '') throw new WaylandError('bad_file', 'a SKILL.md begins with front matter between two lines "---"')
  return body.trim()
}

/**
 * A skill as a host shows it to a model: its folder, that the arguments bind, its body, the arguments. Nothing is
 * executed, and only arguments are expanded: `$ARGUMENTS` stands for all of them, `$ARGUMENTS[N]` for one, from 0;
 * arguments without a variable are appended, and nothing follows them. Throws `bad_file` where the text is no SKILL.md, and
 * `bad_usage` where the arguments make the text too long.
 */
export function renderSkill({ text, folder, isReviewed, translation }: Rendering, given = ''): Rendered {
  const args = given.trim()
  const body = translation?.text ?? bodyOf(text)
  const tools = translation?.changes ?? []
  const unnamed = tools.flatMap(({ name, becomes }) => (becomes === null ? [code(name)] : []))
  const isTemplate = isReviewed && VARIABLE.test(body)
  const parts = [
    `Base directory for this skill: ${folder}`,
    ...(args === '' ? [] : [bindingText(isTemplate)]),
    ...(unnamed.length === 0 ? [] : [`No tool of ${translation?.agent} is known for ${unnamed.join(', ')}.`]),
    isTemplate ? filled(body, args) : body,
    ...(args === '' || isTemplate ? [] : [`ARGUMENTS: ${args}`]),
  ]
  return {
    text: `${parts.join('\n\n')}
`,
    tools,
  }
}

/** Before the body: what follows it, from the label of the arguments on, is theirs alone. */
export function bindingText(isTemplate: boolean): string {
  const where = isTemplate ? 'that are put in below' : 'after "ARGUMENTS:" at the end'
  return `The person's words ${where} hold wherever this text says otherwise, its defaults included.`
}

/** Parses a skill call: `/name` and the arguments after it. Undefined for any other text. */
export function parseSlash(text: string): { readonly name: string; readonly args: string } | undefined {
  const [, name, args = ''] = /^\s*\/([^\s/]+)(?:\s+([\s\S]*))?$/.exec(text) ?? []
  return name === undefined ? undefined : { name, args: args.trim() }
}

/** Whether a skill was reviewed: an unreviewed draft holds text from turns, in which variables are not expanded. */
export const isReviewed = ({ origin, needsReview }: Pick<Skill, 'origin' | 'needsReview'>): boolean =>
  !isDrafted(origin) || !needsReview

/** A longer name (`$ARGUMENTS_DIR`) is another variable. */
const VARIABLE = /\$ARGUMENTS(?:\[(\d{1,3})\]|(?![A-Za-z0-9_[]))/

/** One pass: inserted arguments are neither searched for variables nor read as a replacement pattern. */
function filled(body: string, args: string): string {
  const words = splitWords(args)
  const places = [...body.matchAll(new RegExp(VARIABLE, 'g'))]
  const wordOf = (index: string | undefined): string => (index === undefined ? args : (words[Number(index)] ?? ''))
  const length = places.reduce((sum, [, index]) => sum + wordOf(index).length, body.length)
  if (length > MAX_FILLED)
    throw new WaylandError(
      'bad_usage',
      `the arguments have ${places.length} places in this skill and are too long for them`,
      {
        hint: 'Give shorter arguments, or name a file that holds them.',
      },
    )
  return body.replace(new RegExp(VARIABLE, 'g'), (_, index?: string) => wordOf(index))
}

/** Characters of a text with its arguments put in: the limit of what may be a skill at all. */
const MAX_FILLED = 4 * 1024 * 1024

/** Splits at blanks; single or double quotes hold words together. */
function splitWords(args: string): readonly string[] {
  const words = args.match(/(?:"[^"]*"|'[^']*'|[^\s"']|["'])+/g) ?? []
  return words.map((word) =>
    word.replace(/"([^"]*)"|'([^']*)'/g, (_, double?: string, single = '') => double ?? single),
  )
}
