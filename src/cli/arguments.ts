import { type ParseArgsConfig, parseArgs } from 'node:util'
import { camelToKebab, OPTIONS } from '../config/options.ts'
import { WaylandError } from '../domain/errors.ts'
import { type Command, TOPIC_NAMES } from './command.ts'
import { allCommands, below, commandOf, FLAGGED, flagOf, NAMES } from './commands.ts'
import { commandMeantBy, nearestWord } from './nearest-word.ts'

/** What a command line asks for. */
export interface Arguments {
  /** Absent when only help or the version is wanted. */
  readonly command?: Command | undefined
  readonly words: readonly string[]
  readonly flags: Readonly<Record<string, string | boolean | undefined>>
  /** Configuration options that were given, by key. */
  readonly settings: Readonly<Record<string, string>>
  readonly help?: HelpAsked | undefined
  readonly version: boolean
  readonly json: boolean
}

/** Help of a command, all of it or what fits a screen; of a topic; or of the program. */
export interface HelpAsked {
  readonly command?: Command
  readonly topic?: string
  readonly whole: boolean
}

/** Reads a command line by the files of commands and the table of options. Throws `bad_usage` naming the word that does not fit. */
export async function parseArguments(given: readonly string[]): Promise<Arguments> {
  const argv = byItsCommand(given)
  const help = await toExplain(argv)
  if (help !== undefined) return { help, words: [], flags: {}, settings: {}, version: false, json: false }
  const command = (await namedIn(argv))?.command
  const { values, positionals } = await parsed(argv, command)
  const isVersion = values.version === true
  if (command === undefined && !isVersion) await insistOnNothing(positionals, values)
  const words = command === undefined ? [] : await wordsFor(command, positionals)
  return { command, words, flags: values, settings: settingsOf(values), version: isVersion, json: values.json === true }
}

/** The help that is asked for, whatever else is wrong: `help skills promote`, `skills promote --help`. */
async function toExplain(argv: readonly string[]): Promise<HelpAsked | undefined> {
  const words = beforeDashes(argv).map(beforeEquals)
  const whole = words[0] === 'help'
  if (!whole && !words.some((word) => word === '--help' || word === '-h')) return undefined
  const named = whole ? words.slice(1) : words
  for (const i of named.keys()) {
    const found = await commandAt(named.slice(i))
    if (found !== undefined) return { command: found.command, whole }
  }
  const [topic] = whole ? named.filter((word) => !word.startsWith('-')) : []
  if (topic === undefined) return { whole }
  if (!TOPIC_NAMES.includes(topic)) throw await unknownCommand(topic)
  return { topic, whole }
}

/** A command line whose flag stands for a command, `--skills-promote x`, begins with that command. */
function byItsCommand(given: readonly string[]): readonly string[] {
  const at = beforeDashes(given).findIndex((word) => commandOfFlag(beforeEquals(word)) !== undefined)
  const word = given[at]
  if (word === undefined) return given
  const named = commandOfFlag(beforeEquals(word)) ?? []
  if (given[0] === 'help') return ['help', ...named]
  const value = word.includes('=') ? [word.slice(word.indexOf('=') + 1)] : []
  return [...named, ...value, ...given.filter((_, i) => i !== at)]
}

const commandOfFlag = (word: string): readonly string[] | undefined =>
  word.startsWith('--') && Object.hasOwn(COMMAND_OF_FLAG, bare(word))
    ? COMMAND_OF_FLAG[bare(word)]?.split(' ')
    : undefined

/** Flags that stand for commands. */
const COMMAND_OF_FLAG: Readonly<Record<string, string>> = {
  'skills-govern': 'history',
  'skills-rollback': 'skills undo',
  ...Object.fromEntries(FLAGGED.map((name) => [flagOf(name), name])),
}

const bare = (word: string): string => word.replace(/^--/, '')
const beforeEquals = (word: string): string => word.split('=')[0] ?? ''
const beforeDashes = (argv: readonly string[]): readonly string[] =>
  argv.includes('--') ? argv.slice(0, argv.indexOf('--')) : argv

/** The first command that is named; what stands behind an option is its value. */
async function namedIn(argv: readonly string[]): Promise<Called | undefined> {
  const words = beforeDashes(argv)
  for (const i of words.keys()) {
    const called = OPTION_FLAGS.has(bare(words[i - 1] ?? '')) ? undefined : await commandAt(words.slice(i))
    if (called !== undefined) return called
  }
  return undefined
}

const OPTION_FLAGS = new Set(OPTIONS.map(({ key }) => camelToKebab(key)))

interface Parsed {
  readonly values: Readonly<Record<string, string | boolean | undefined>>
  readonly positionals: readonly string[]
}

const typed = (takesNothing: boolean) => ({ type: takesNothing ? ('boolean' as const) : ('string' as const) })

const EVERYWHERE: NonNullable<ParseArgsConfig['options']> = {
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean', short: 'V' },
  json: { type: 'boolean' },
  ...Object.fromEntries([...OPTION_FLAGS].map((name) => [name, { type: 'string' }])),
}

async function parsed(argv: readonly string[], command: Command | undefined) {
  const options = {
    ...EVERYWHERE,
    ...Object.fromEntries(Object.entries(command?.flags ?? {}).map(([name, { value }]) => [name, typed(!value)])),
  }
  try {
    return parseArgs({ args: [...argv], options, allowPositionals: true, strict: true }) as Parsed
  } catch (error) {
    const { message } = error as Error
    const unknown = /^Unknown option '(--?[^']*)'/.exec(message)?.[1]
    if (unknown !== undefined) throw await unknownFlag(unknown, command)
    const [said = ''] = message.split(/\.?(?:\n|$)|\. To /)
    throw usage(
      said,
      said.includes('ambiguous') ? 'Write a value that begins with a dash as --option=-value.' : undefined,
    )
  }
}

/** The words behind the name of a command. */
async function wordsFor(command: Command, positionals: readonly string[]): Promise<readonly string[]> {
  const { name, takes } = command
  const called = await commandAt(positionals)
  if (called?.command.name !== name) throw await unknownCommand(positionals[0] ?? '')
  const { words } = called
  const { least, most } = countsOf(takes)
  if (words.length < least) throw missing(name, takes)
  const over = words[most]
  if (over !== undefined) throw await unwanted(command, over)
  return words
}

/** How many words a command takes, by how help shows them: those from the first bracket on may be missing, `…` is any number. */
function countsOf(takes: string): { readonly least: number; readonly most: number } {
  const count = (text = '') =>
    text
      .replace(/<[^<>]*>/g, 'x')
      .split(' ')
      .filter((word) => word !== '').length
  return { least: count(takes.split('[')[0]), most: /[…"]/.test(takes) ? Number.POSITIVE_INFINITY : count(takes) }
}

async function insistOnNothing([name]: readonly string[], values: Parsed['values']): Promise<void> {
  if (name !== undefined) throw await unknownCommand(name)
  if (Object.keys(values).length > 0)
    throw usage(
      'no command is named',
      '"wayland-core" alone says what people do; "wayland-core --help" lists commands.',
    )
}

function settingsOf(values: Parsed['values']): Record<string, string> {
  const given = OPTIONS.map(({ key }) => [key, values[camelToKebab(key)]] as const)
  return Object.fromEntries(given.filter((pair): pair is [string, string] => typeof pair[1] === 'string'))
}

const usage = (message: string, hint?: string) =>
  new WaylandError('bad_usage', message, hint === undefined ? {} : { hint })

const missing = (called: string, takes: string): WaylandError =>
  usage(`${called} needs ${takes}`, `See "wayland-core ${called} --help".`)

/** The error for a flag that this command line cannot have; other commands are loaded to tell whose it is. */
async function unknownFlag(flag: string, command: Command | undefined): Promise<WaylandError> {
  const all = await allCommands()
  const takers = all.filter(({ flags }) => bare(flag) in flags).map(({ name }) => name)
  if (takers.length > 0)
    return usage(
      command === undefined
        ? `${flag} does nothing alone; it belongs to ${takers.join(', ')}`
        : `${command.name} does not take ${flag}, which belongs to ${takers.join(', ')}`,
    )
  const other = commandOfFlag(flag)?.join(' ')
  if (other !== undefined && command !== undefined)
    return usage(
      `${flag} and ${command.name} cannot be asked for at once`,
      `One after the other: "wayland-core ${command.name}", then "wayland-core ${other}".`,
    )
  const moved = all.find(({ name }) => name.endsWith(` ${bare(flag)}`))?.name
  if (moved !== undefined) return usage(`there is no option ${flag}`, `Did you mean "wayland-core ${moved}"?`)
  const near = nearestWord(
    flag,
    [EVERYWHERE, COMMAND_OF_FLAG, ...(command === undefined ? all : [command]).map(({ flags }) => flags)]
      .flatMap(Object.keys)
      .map((name) => `--${name}`),
  )
  const see = `See "wayland-core ${command === undefined ? '' : `${command.name} `}--help".`
  return usage(`there is no option ${flag}`, near === undefined ? see : `Did you mean ${near}? ${see}`)
}

/** A command with the words after its name. */
interface Called {
  readonly command: Command
  readonly words: readonly string[]
}

/**
 * The command whose name these words begin with: `skills promote x` is `skills promote` with `x`. `list` behind a command with
 * others below it is that command: `schedule list` is `schedule`. Undefined where there is none.
 */
async function commandAt(words: readonly string[]): Promise<Called | undefined> {
  const [first = '', second = ''] = words
  const longer = await commandOf(`${first} ${second}`)
  if (longer !== undefined) return { command: longer, words: words.slice(2) }
  const command = await commandOf(first)
  if (command === undefined) return undefined
  return {
    command,
    words: words.slice(second === 'list' && (await below(first)).length > 0 ? 2 : 1),
  }
}

async function unknownCommand(name: string): Promise<WaylandError> {
  const known = [...NAMES, ...(await below('skills'))]
  const near = commandMeantBy(name) ?? nearestWord(name, ['help', ...known])
  const topic = near ?? nearestWord(name, TOPIC_NAMES)
  const meant = near ?? (topic && `help ${topic}`)
  return new WaylandError(
    'bad_usage',
    `there is no command "${name}"`,
    meant === undefined
      ? {}
      : {
          hint: `Did you mean "wayland-core ${meant}"? See "wayland-core --help".`,
        },
  )
}

/** The error for a word that a command does not take; it names the nearest subcommand where there are any. */
async function unwanted({ name }: Pick<Command, 'name'>, word: string): Promise<WaylandError> {
  const verbs = (await below(name)).map((one) => one.slice(name.length + 1))
  const last = nearestWord(word, verbs)
  const meant = (verbs.length > 0 ? commandMeantBy(word) : undefined) ?? (last && `${name} ${last}`)
  const see = `See "wayland-core ${name} --help".`
  const hint = meant === undefined ? see : `Did you mean "wayland-core ${meant}"? ${see}`
  return new WaylandError('bad_usage', `${name} does not take "${word}"`, {
    hint,
  })
}
