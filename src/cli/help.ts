import { camelToKebab, OPTIONS } from '../config/options.ts'
import { explained, wrapped } from './columns.ts'
import type { Command } from './command.ts'
import { GROUPS } from './commands.ts'
import { below } from './find-command.ts'
import type { Fields } from './manual/manual.ts'
import { manualOf } from './manual/manuals.ts'

/** The help of the program, or of one command, in lines of at most `width`. */
export function help(command: Command | undefined, width: number): string {
  return command === undefined ? general(width) : ofCommand(command, width)
}

const general = (width: number): string =>
  [
    ...wrapped(
      'wayland-core: recurring successful turns of a coding agent become skills, and a router offers the right one.',
      width,
    ),
    '',
    'Usage: wayland-core <command> [options]',
    ...GROUPS.flatMap(({ title, commands }) => ['', title, commandList(commands, width)]),
    '',
    'Options of every command',
    list(
      [
        ['--json', 'Print JSON, its fields in snake_case'],
        ['--help, -h', 'This help, or that of a command, with the fields of its JSON'],
        ['--version, -V', 'The version'],
      ],
      width,
    ),
    '',
    'Configuration',
    list(optionRows(), width),
    '',
    ...wrapped(
      'Each of these is a flag, an environment variable (--bucket-threshold: WAYLAND_BUCKET_THRESHOLD) and a key of config.json ("bucket.threshold"; "skills path" says where it is). A flag wins over a variable, a variable over the file.',
      width,
    ),
    '',
    ...wrapped(
      '"skills promote <id>" and the like are also flags: --skills-promote <id>. Exit codes: 0 done · 1 some input refused, or findings · 2 wrong usage · 3 not possible now',
      width,
    ),
  ].join('\n')

function ofCommand(command: Command, width: number): string {
  const { name, flag, takes, words, flags } = command
  const { text, input = [], shape, json, inner = [], example } = manualOf(command)
  const own = Object.entries(flags).map(
    ([flag, { value, words }]) => [`--${flag}${value === undefined ? '' : ` <${value}>`}`, words] as const,
  )
  const others = below(command)
  return [
    `Usage: wayland-core ${`${name} ${takes}`.trim()} [options]`,
    ...(flag === undefined ? [] : [`   or: wayland-core ${`--${flag} ${takes}`.trim()} [options]`]),
    '',
    ...wrapped(`${words}.`, width),
    ...text.flatMap((paragraph) => ['', ...wrapped(paragraph, width)]),
    ...(others.length === 0 ? [] : ['', `Commands below ${name}`, commandList(others, width)]),
    '',
    'Options',
    list([...own, ['--json', 'Print JSON']], width),
    ...input.flatMap(({ title, fields }) => ['', title, fieldList(fields, width)]),
    '',
    'Fields of --json',
    ...(shape === undefined ? [] : wrapped(shape, width - 2).map((line) => `  ${line}`)),
    fieldList(json, width),
    ...inner.flatMap(({ title, fields }) => ['', title, fieldList(fields, width)]),
    '',
    'Example',
    `  ${example}`,
    '',
    'The configuration, which every command takes: wayland-core --help',
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
