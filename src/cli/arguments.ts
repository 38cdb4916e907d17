import { parseArgs } from 'node:util'
import { camelToKebab, OPTIONS } from '../config/options.ts'
import { WaylandError } from '../domain/errors.ts'
import type { Command } from './command.ts'
import { COMMANDS } from './commands.ts'

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
  const explained = commandToExplain(argv)
  if (explained !== undefined)
    return { command: explained, words: [], flags: {}, settings: {}, help: true, version: false, json: false }
  const { values, positionals } = parsed(argv)
  const asked = positionals[0] === 'help' ? positionals.slice(1) : undefined
  const help = values.help === true || asked !== undefined
  const { command, words } = asked === undefined ? called(values, positionals) : described(asked)
  if (!help && values.version !== true) checkFlags(command, values)
  return {
    ...(command === undefined ? {} : { command }),
    words,
    flags: values,
    settings: settingsOf(values),
    help,
    version: values.version === true,
    json: values.json === true,
  }
}

/** The first command that is named beside --help or -h, whatever else is missing or wrong; undefined without either. */
function commandToExplain(argv: readonly string[]): Command | undefined {
  const end = argv.indexOf('--')
  const words = end < 0 ? argv : argv.slice(0, end)
  if (!words.some((word) => word === '--help' || word === '-h')) return undefined
  const first = words.find((word) => COMMANDS.some(({ name }) => name === word.split('=')[0]))
  return COMMANDS.find(({ name }) => name === first?.split('=')[0])
}

type Values = Readonly<Record<string, string | boolean | undefined>>

function parsed(argv: readonly string[]): { values: Values; positionals: string[] } {
  try {
    const { values, positionals } = parseArgs({ args: [...argv], options: FLAGS, allowPositionals: true, strict: true })
    return { values: values as Values, positionals }
  } catch (error) {
    const unknown = /^Unknown option '(--?[^']*)'/.exec((error as Error).message)?.[1]
    if (unknown !== undefined) throw unknownFlag(unknown)
    const empty = /^Option '(?:-\w, )?(--[\w-]+) <value>' argument missing/.exec((error as Error).message)?.[1]
    const asked = COMMANDS.find(({ name }) => name === empty)
    if (asked !== undefined)
      throw usage(`${asked.name} needs ${asked.takes}`, `See "wayland-core ${asked.name} --help".`)
    const [said = ''] = (error as Error).message.split(/\.?(?:\n|$)|\. To /)
    throw usage(
      said,
      said.includes('ambiguous') ? 'Write a value that begins with a dash as --option=-value.' : undefined,
    )
  }
}

/** Every flag of every command and option: one parse, then what the command does not take is refused. */
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
  ...COMMANDS.filter(({ name }) => name.startsWith('--')).map(({ name, takes }) => [
    name.slice(2),
    { type: takes === '' ? 'boolean' : 'string' } as const,
  ]),
]) as Record<string, { type: 'boolean' | 'string'; short?: string }>

interface Called {
  readonly command: Command | undefined
  readonly words: readonly string[]
}

function called(values: Values, positionals: readonly string[]): Called {
  const flags = COMMANDS.filter(({ name }) => name.startsWith('--') && values[name.slice(2)] !== undefined)
  const [asFlag] = flags
  if (flags.length > 1) throw usage(`${flags.map(({ name }) => name).join(' and ')} cannot be asked for at once`)
  const [name, ...words] = positionals
  if (asFlag !== undefined) {
    if (name !== undefined) throw usage(`${asFlag.name} does not take "${name}"`)
    const value = values[asFlag.name.slice(2)]
    return { command: asFlag, words: typeof value === 'string' ? [value] : [] }
  }
  if (name === undefined) return { command: undefined, words }
  const command = COMMANDS.find((known) => known.name === name)
  if (command === undefined) throw unknownCommand(name)
  if (command.takes === '' && words.length > 0) throw usage(`${name} does not take "${words[0]}"`)
  return { command, words }
}

/** `help skills-audit`: what the help is about. */
function described([name]: readonly string[]): Called {
  const command = COMMANDS.find((known) => known.name === name || known.name === `--${name}`)
  if (name !== undefined && command === undefined) throw unknownCommand(name)
  return { command, words: [] }
}

function settingsOf(values: Values): Record<string, string> {
  const given = OPTIONS.map(({ key }) => [key, values[camelToKebab(key)]] as const)
  return Object.fromEntries(given.filter((pair): pair is [string, string] => typeof pair[1] === 'string'))
}

const EVERYWHERE = ['help', 'version', 'json', ...OPTIONS.map(({ key }) => camelToKebab(key))]

function checkFlags(command: Command | undefined, values: Values): void {
  const own = new Set([
    ...EVERYWHERE,
    ...(command === undefined ? [] : [command.name.slice(2), ...Object.keys(command.flags)]),
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

function unknownCommand(name: string): WaylandError {
  const near = nearest(
    name,
    COMMANDS.map((command) => command.name),
  )
  return usage(
    `there is no command "${name}"`,
    near && `Did you mean "wayland-core ${near}"? See "wayland-core --help".`,
  )
}

function unknownFlag(flag: string): WaylandError {
  const near = nearest(
    flag,
    Object.keys(FLAGS).map((name) => `--${name}`),
  )
  return usage(`there is no option ${flag}`, near && `Did you mean ${near}? See "wayland-core --help".`)
}

/** The known word of which a mistyped one has the most at both ends: three letters at its beginning, or more than half of both. */
function nearest(word: string, known: readonly string[]): string | undefined {
  const bare = (text: string) => text.replace(/^-+/, '').toLowerCase()
  const typed = bare(word)
  const scored = known.map((name) => {
    const meant = bare(name)
    const start = sharedStart(typed, meant)
    const most = Math.min(typed.length, meant.length) - start
    const end = Math.min(most, sharedStart(reversed(typed), reversed(meant)))
    return { name, start, share: (2 * (start + end)) / (typed.length + meant.length) }
  })
  return scored.filter(({ start, share }) => start >= 3 || share > 0.5).sort((a, b) => b.share - a.share)[0]?.name
}

function sharedStart(a: string, b: string): number {
  const at = [...a].findIndex((c, i) => c !== b[i])
  return at < 0 ? a.length : at
}

const reversed = (text: string): string => [...text].reverse().join('')
