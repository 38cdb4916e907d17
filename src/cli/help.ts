import { camelToKebab, OPTIONS } from '../config/options.ts'
import type { HelpAsked } from './arguments.ts'
import { explained, wrapped } from './columns.ts'
import { type Command, type Fields, OPTIONS_TOPIC, TOPICS, type Topic } from './command.ts'
import { allCommands, below, commandsOf, flagOf } from './commands.ts'

/** What people type; the other commands are behind `help <topic>`. */
const EVERYDAY = [
  ...['setup', 'status', 'import', 'notes', 'skills', 'show'],
  ...['skills promote', 'skills archive', 'ui', 'doctor'],
] as const

/** The help that is asked for, in lines of at most `width`. */
export async function help({ command, topic, whole }: HelpAsked, width: number): Promise<string> {
  if (command !== undefined) return await ofCommand(command, whole, width)
  if (topic === OPTIONS_TOPIC) return optionsHelp(width)
  return topic === undefined ? await general(width) : await ofTopic(topic as Topic, width)
}

const general = async (width: number): Promise<string> =>
  [
    ...wrapped('wayland-core makes skills out of what you ask a coding agent again and again.', width),
    '',
    'Usage: wayland-core <command> [options]',
    '',
    commandList(await commandsOf(EVERYDAY), width),
    '',
    'More: wayland-core help <topic>',
    list([...Object.entries(TOPICS), [OPTIONS_TOPIC, 'The configuration: flags, variables, config.json']], width),
    '',
    'With every command',
    list(
      [
        ['--help, -h', 'Its options; "wayland-core help <command>" says all, with the fields of its JSON'],
        ['--json', 'Print JSON, its fields in snake_case'],
        ['--version, -V', 'The version'],
      ],
      width,
    ),
    '',
    ...wrapped('Exit codes: 0 done · 1 some input refused, or findings · 2 wrong usage · 3 not possible now', width),
  ].join('\n')

async function ofTopic(topic: Topic, width: number): Promise<string> {
  const commands = (await allCommands()).filter((command) => command.topic === topic)
  return [
    TOPICS[topic],
    commandList(commands, width),
    '',
    ...wrapped('"wayland-core <command> --help" shows the options of one, "wayland-core help <command>" all.', width),
  ].join('\n')
}

const optionsHelp = (width: number): string =>
  [
    'Configuration',
    list(optionRows(), width),
    '',
    ...wrapped(
      'Each of these is a flag, an environment variable (--bucket-threshold: WAYLAND_BUCKET_THRESHOLD) and a key of config.json ("bucket.threshold"; "skills path" says where it is). A flag wins over a variable, a variable over the file.',
      width,
    ),
  ].join('\n')

async function ofCommand(command: Command, whole: boolean, width: number): Promise<string> {
  const { name, takes, words, flags, text, input = [], shape, json, inner = [], example } = command
  const flag = flagOf(name)
  const own = Object.entries(flags).map(
    ([flag, { value, words }]) => [`--${flag}${value === undefined ? '' : ` <${value}>`}`, words] as const,
  )
  const others = await commandsOf(await below(name))
  const details = [
    ...text.flatMap((paragraph) => ['', ...wrapped(paragraph, width)]),
    ...input.flatMap(({ title, fields }) => ['', title, fieldList(fields, width)]),
    '',
    'Fields of --json',
    ...(shape === undefined ? [] : wrapped(shape, width - 2).map((line) => `  ${line}`)),
    fieldList(json, width),
    ...inner.flatMap(({ title, fields }) => ['', title, fieldList(fields, width)]),
  ]
  return [
    `Usage: wayland-core ${`${name} ${takes}`.trim()} [options]`,
    ...(flag === undefined ? [] : [`   or: wayland-core ${`--${flag} ${takes}`.trim()} [options]`]),
    '',
    ...wrapped(`${words}.`, width),
    ...(others.length === 0 ? [] : ['', `Commands below ${name}`, commandList(others, width)]),
    '',
    'Options',
    list([...own, ['--json', 'Print JSON']], width),
    ...(whole ? details : []),
    '',
    'Example',
    `  ${example}`,
    '',
    whole
      ? `The configuration, which every command takes: wayland-core help ${OPTIONS_TOPIC}`
      : `All about it, with the fields of its JSON: wayland-core help ${name}`,
  ].join('\n')
}

const optionRows = (): (readonly [string, string])[] =>
  OPTIONS.map(({ key, default: value, takes, words }) => [
    `--${camelToKebab(key)}`,
    `${words}; ${takes}${value === null ? '' : ` (default ${String(value)})`}`,
  ])

const commandList = (commands: readonly Command[], width: number): string =>
  list(
    commands.map(({ name, takes, words }) => [`${name} ${takes}`.trim(), words]),
    width,
  )

const fieldList = (fields: Fields, width: number): string => list(Object.entries(fields), width)

const list = (rows: readonly (readonly [string, string])[], width: number): string =>
  explained(rows, width - 2).replace(/^/gm, '  ')
