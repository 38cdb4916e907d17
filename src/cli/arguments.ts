import { parseArgs } from 'node:util'
import { camelToKebab, OPTIONS } from '../config/options.ts'
import { WaylandError } from '../domain/errors.ts'
import type { Command } from './command.ts'
import { COMMANDS } from './commands.ts'
import { type Called, commandAt, commandOfFlag, unknownCommand, unwanted } from './find-command.ts'
import { nearestWord } from './nearest-word.ts'

/** What a command line asks for. */
export interface Arguments {
  /** Absent when only help or the version is wanted. */
  readonly command?: Command
  readonly words: readonly string[]
  readonly flags: Readonly<Record<string, string | boolean | undefined>>
  /** Configuration options that were given, by key. */
  readonly settings: Readonly<Record<string, string>>
  readonly help: boolean
  readonly version: boolean
  readonly json: boolean
}

/** Reads a command line by the tables of commands and options. Throws `bad_usage` naming the word that does not fit. */
export function parseArguments(argv: readonly string[]): Arguments {
  const explained = toExplain(argv)
  if (explained !== undefined) return { ...explained, words: [], flags: {}, settings: {}, ...EXPLAINED }
  const { values, positionals } = parsed(argv)
  const { command, words } = called(values, positionals)
  if (values.version !== true) checkFlags(command, values)
  return {
    ...(command === undefined ? {} : { command }),
    words,
    flags: values,
    settings: settingsOf(values),
    help: false,
    version: values.version === true,
    json: values.json === true,
  }
}

const EXPLAINED = { help: true, version: false, json: false }

/**
 * The command whose help is asked for, whatever else is missing or wrong: `help skills promote`, `skills promote
 * --help`; undefined where no help is asked for.
 */
function toExplain(argv: readonly string[]): { readonly command?: Command } | undefined {
  const end = argv.indexOf('--')
  const words = (end < 0 ? argv : argv.slice(0, end)).map((word) => word.split('=')[0] ?? '')
  const asked = words[0] === 'help' ? words.slice(1) : undefined
  if (asked === undefined && !words.some((word) => word === '--help' || word === '-h')) return undefined
  const named = asked ?? words
  const at = named.findIndex((word, i) => commandOfFlag(`--${bare(word)}`) ?? commandAt(named.slice(i)))
  const [unknown] = asked?.filter((word) => !word.startsWith('-')) ?? []
  if (at < 0 && unknown !== undefined) throw unknownCommand(unknown)
  const command = commandOfFlag(`--${bare(named[at] ?? '')}`) ?? commandAt(named.slice(at))?.command
  return at < 0 || command === undefined ? {} : { command }
}

const bare = (word: string): string => word.replace(/^--/, '')

type Values = Readonly<Record<string, string | boolean | undefined>>

function parsed(argv: readonly string[]): { values: Values; positionals: string[] } {
  try {
    const { values, positionals } = parseArgs({
      args: [...argv],
      options: flagsFor(argv),
      allowPositionals: true,
      strict: true,
    })
    return { values: values as Values, positionals }
  } catch (error) {
    const unknown = /^Unknown option '(--?[^']*)'/.exec((error as Error).message)?.[1]
    if (unknown !== undefined) throw unknownFlag(unknown)
    const empty = /^Option '(?:-\w, )?(--[\w-]+) <value>' argument missing/.exec((error as Error).message)?.[1]
    const asked = empty === undefined ? undefined : commandOfFlag(empty)
    if (asked !== undefined) throw missing(`--${asked.flag}`, asked.takes)
    const [said = ''] = (error as Error).message.split(/\.?(?:\n|$)|\. To /)
    throw usage(
      said,
      said.includes('ambiguous') ? 'Write a value that begins with a dash as --option=-value.' : undefined,
    )
  }
}

/**
 * Every flag of every command and option: all are parsed at once, then those that the command does not take are
 * refused.
 */
const FLAGS = Object.fromEntries([
  ['help', { type: 'boolean' as const, short: 'h' }],
  ['version', { type: 'boolean' as const, short: 'V' }],
  ['json', { type: 'boolean' as const }],
  ...OPTIONS.map(({ key }) => [camelToKebab(key), { type: 'string' as const }]),
  ...COMMANDS.flatMap(({ flags }) =>
    Object.entries(flags).map(([name, { value }]) => [
      name,
      { type: value === undefined ? 'boolean' : 'string' } as const,
    ]),
  ),
  ...COMMANDS.flatMap(({ flag, takes }) =>
    flag === undefined ? [] : [[flag, { type: takes === '' ? 'boolean' : 'string' } as const] as const],
  ),
]) as Record<string, { type: 'boolean' | 'string'; short?: string }>

/** What these words may hold: a flag that is a switch of one command and takes a value with another is read as the command has it. */
function flagsFor(argv: readonly string[]): typeof FLAGS {
  const at = argv.findIndex((_, i) => commandAt(argv.slice(i)) !== undefined)
  const own = Object.entries((at < 0 ? undefined : commandAt(argv.slice(at)))?.command.flags ?? {})
  return {
    ...FLAGS,
    ...Object.fromEntries(
      own.map(([name, { value }]) => [name, { type: value === undefined ? 'boolean' : 'string' } as const]),
    ),
  }
}

/** The command of a command line, by its name or by its flag. */
function called(values: Values, positionals: readonly string[]): Partial<Called> & Pick<Called, 'words'> {
  const flags = COMMANDS.filter(({ flag }) => flag !== undefined && values[flag] !== undefined)
  const [asFlag] = flags
  if (flags.length > 1) throw usage(`${flags.map(({ flag }) => `--${flag}`).join(' and ')} cannot be asked for at once`)
  if (asFlag?.flag !== undefined) {
    if (positionals.length > 0) throw usage(`--${asFlag.flag} does not take "${positionals[0]}"`)
    const value = values[asFlag.flag]
    return { command: asFlag, words: typeof value === 'string' ? [value] : [] }
  }
  const [name] = positionals
  if (name === undefined) return { words: [] }
  const found = commandAt(positionals)
  if (found === undefined) throw unknownCommand(name)
  const { command, words } = found
  if (command.takes === '' && words.length > 0) throw unwanted(found)
  if (command.flag !== undefined && command.takes !== '') {
    if (words.length === 0) throw missing(command.name, command.takes)
    if (words.length > 1) throw unwanted({ command, words: words.slice(1) })
  }
  return found
}

const missing = (called: string, takes: string): WaylandError =>
  usage(`${called} needs ${takes}`, `See "wayland-core ${called} --help".`)

function settingsOf(values: Values): Record<string, string> {
  const given = OPTIONS.map(({ key }) => [key, values[camelToKebab(key)]] as const)
  return Object.fromEntries(given.filter((pair): pair is [string, string] => typeof pair[1] === 'string'))
}

const EVERYWHERE = ['help', 'version', 'json', ...OPTIONS.map(({ key }) => camelToKebab(key))]

function checkFlags(command: Command | undefined, values: Values): void {
  const own = new Set([
    ...EVERYWHERE,
    ...(command === undefined ? [] : [command.flag ?? '', ...Object.keys(command.flags)]),
  ])
  for (const name of Object.keys(values)) {
    if (own.has(name)) continue
    const takers = COMMANDS.filter(({ flags }) => name in flags).map((c) => c.name)
    throw usage(
      command === undefined
        ? `--${name} does nothing alone; it belongs to ${takers.join(', ')}`
        : `${command.name} does not take --${name}, which belongs to ${takers.join(', ')}`,
    )
  }
  if (command === undefined && Object.keys(values).length > 0)
    throw usage('no command is named', '"wayland-core" alone says what people do; "wayland-core --help" lists all.')
}

const usage = (message: string, hint?: string) =>
  new WaylandError('bad_usage', message, hint === undefined ? {} : { hint })

function unknownFlag(flag: string): WaylandError {
  const moved = COMMANDS.find(({ name }) => name.endsWith(` ${bare(flag)}`))
  if (moved !== undefined) return usage(`there is no option ${flag}`, `Did you mean "wayland-core ${moved.name}"?`)
  const near = nearestWord(
    flag,
    Object.keys(FLAGS).map((name) => `--${name}`),
  )
  return usage(`there is no option ${flag}`, near && `Did you mean ${near}? See "wayland-core --help".`)
}
