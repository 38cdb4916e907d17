import { camelToKebab, OPTIONS } from '../config/options.ts'
import { explained, wrapped } from './columns.ts'
import type { Command } from './command.ts'
import { COMMANDS } from './commands.ts'

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
    '',
    'Commands',
    list(
      COMMANDS.map(({ name, takes, words }) => [`${name} ${takes}`.trim(), words]),
      width,
    ),
    '',
    'Options of every command',
    list(
      [
        ['--json', 'Print JSON, its fields in snake_case'],
        ['--help, -h', 'This help, or that of a command'],
        ['--version, -V', 'The version'],
      ],
      width,
    ),
    '',
    'Configuration',
    list(optionRows(), width),
    '',
    ...wrapped(
      'Each of these is a flag, an environment variable (--bucket-threshold: WAYLAND_BUCKET_THRESHOLD) and a key of config.json ("bucket.threshold"; --skills-path says where it is). A flag wins over a variable, a variable over the file.',
      width,
    ),
    '',
    ...wrapped('Exit codes: 0 done · 1 some input refused, or findings · 2 wrong usage · 3 not possible now', width),
  ].join('\n')

function ofCommand({ name, takes, words, more, flags, json, example }: Command, width: number): string {
  const own = Object.entries(flags).map(
    ([flag, { value, words }]) => [`--${flag}${value === undefined ? '' : ` <${value}>`}`, words] as const,
  )
  return [
    `Usage: wayland-core ${`${name} ${takes}`.trim()} [options]`,
    '',
    ...wrapped(`${words}.`, width),
    ...(more === undefined ? [] : ['', ...wrapped(more, width)]),
    '',
    'Options',
    list([...own, ['--json', `Print JSON: ${json.join(', ')}`]], width),
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

const list = (rows: readonly (readonly [string, string])[], width: number): string =>
  explained(rows, width - 2).replace(/^/gm, '  ')
