import { type Command, type Fields, TOPICS } from '../../src/cli/command.ts'
import { allCommands, flagOf } from '../../src/cli/commands.ts'
import { SKILL_FIELDS } from '../../src/cli/skill-fields.ts'

/** Every command with its flags and fields in Markdown, from the tables that parser and help read. */
export async function commandReference(): Promise<string> {
  const all = await allCommands()
  return Object.entries(TOPICS)
    .map(([topic, title]) =>
      [`### ${title}`, ...all.filter((one) => one.topic === topic).map(commandText)].join('\n\n'),
    )
    .join('\n\n')
}

function commandText(command: Command): string {
  const { name, takes, words, flags, text, input = [], shape, json, inner = [], example } = command
  const flag = flagOf(name)
  const usage = [`${name} ${takes}`.trim(), ...(flag === undefined ? [] : [`--${flag} ${takes}`.trim()])]
  const own = Object.entries(flags).map(
    ([flag, { value, words }]) => [`--${flag}${value === undefined ? '' : ` <${value}>`}`, words] as const,
  )
  return [
    `#### ${name}`,
    `${usage.map((line) => `\`wayland-core ${line}\``).join(' or ')}: ${plain(lowerFirst(words))}.`,
    ...text.map(plain),
    ...(own.length === 0 ? [] : [table('option', own)]),
    ...input.map(({ title, fields }) => fieldTable(title, fields)),
    ...(shape === undefined ? [] : [plain(shape)]),
    fieldTable('Fields of `--json`', json),
    ...inner.map(({ title, fields }) => fieldTable(title, fields)),
    `    ${example}`,
  ].join('\n\n')
}

/** The fields of a skill stand once on the page. */
const fieldTable = (title: string, fields: Fields): string => {
  const more = Object.entries(fields).filter(([name, words]) => SKILL_FIELDS[name] !== words)
  if (more.length + Object.keys(SKILL_FIELDS).length > Object.keys(fields).length)
    return table(title, Object.entries(fields))
  const link = '[fields of a skill](#fields-of-a-skill)'
  return more.length === 0 ? `The ${link}.` : `${table(title, more)}\n\nand the ${link}.`
}

/** The fields of a skill, in Markdown. */
export const skillFields = (): string => table('field', Object.entries(SKILL_FIELDS))

const table = (title: string, rows: readonly (readonly [string, string])[]): string =>
  [
    `| ${title} | |`,
    '|---|---|',
    ...rows.map(([name, words]) => `| \`${name.replaceAll('|', '\\|')}\` | ${plain(words)} |`),
  ].join('\n')

/** Plain text as Markdown. */
const plain = (text: string): string =>
  text.replaceAll('<', '&lt;').replaceAll('|', '\\|').replaceAll('*', '\\*').replaceAll('`', '\\`')

const lowerFirst = (text: string): string =>
  /^[A-Z][a-z]/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text
