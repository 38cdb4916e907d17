import { variableOf } from '../config.ts'
import { camelToKebab, OPTIONS } from '../options.ts'
import type { Command } from './command.ts'
import { COMMANDS } from './commands.ts'
import { table } from './report.ts'

/** The help of the program, or of one command. */
export function help(command?: Command): string {
  return command === undefined ? general() : ofCommand(command)
}

const general = (): string =>
  [
    'wayland-core: recurring successful turns of a coding agent become skills, and a router offers the right one.',
    '',
    'Usage: wayland-core <command> [options]',
    '',
    'Commands',
    indent(table(COMMANDS.map(({ name, takes, words }) => [`${name} ${takes}`.trim(), words]))),
    '',
    'Options of every command',
    indent(
      table([
        ['--json', 'Print JSON, its fields in snake_case'],
        ['--help, -h', 'This help, or that of a command'],
        ['--version, -V', 'The version'],
      ]),
    ),
    '',
    'Configuration: a flag, an environment variable, or a key of config.json (see --skills-path); flags win',
    indent(table(optionRows())),
    '',
    'Exit codes: 0 done · 1 some input refused, or findings · 2 wrong usage · 3 not possible now',
  ].join('\n')

function ofCommand({ name, takes, words, flags, example }: Command): string {
  const rows = Object.entries(flags).map(([flag, { value, words }]) => [
    `--${flag}${value === undefined ? '' : ` <${value}>`}`,
    words,
  ])
  return [
    `Usage: wayland-core ${`${name} ${takes}`.trim()} [--json]`,
    '',
    words,
    ...(rows.length === 0 ? [] : ['', 'Options', indent(table(rows))]),
    '',
    'Example',
    `  ${example}`,
    '',
    'The options of every command and the configuration: wayland-core --help',
  ].join('\n')
}

/** Flag, variable, default and meaning of every option. */
export const optionRows = (): string[][] =>
  OPTIONS.map(({ key, default: value, takes, words }) => [
    `--${camelToKebab(key)}`,
    variableOf(key),
    `${words}; ${takes}${value === null ? '' : ` (default ${String(value)})`}`,
  ])

const indent = (text: string): string => text.replace(/^/gm, '  ')
