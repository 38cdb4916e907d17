import { parseArgs } from 'node:util'
import { WaylandError } from '../domain/errors.ts'
import { camelToKebab, OPTIONS } from '../options.ts'
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
  const { values, positionals } = parsed(argv)
  const called = COMMANDS.filter(({ name }) => name.startsWith('--') && values[name.slice(2)] !== undefined)
  if (called.length > 1) throw usage(`${called.map(({ name }) => name).join(' and ')} cannot be asked for at once`)
  const [asFlag] = called
  const command = asFlag ?? COMMANDS.find(({ name }) => name === positionals[0])
  if (command === undefined && positionals.length > 0) throw unknownCommand(positionals[0] as string)
  const words = asFlag === undefined ? positionals.slice(1) : wordsOf(asFlag, values, positionals)
  const settings: Record<string, string> = {}
  for (const { key } of OPTIONS) {
    const value = values[camelToKebab(key)]
    if (typeof value === 'string') settings[key] = value
  }
  const help = values.help === true || words[0] === 'help'
  if (command !== undefined && !help) checkFlags(command, values)
  const base = { words, flags: values, settings, help, version: values.version === true, json: values.json === true }
  return command === undefined ? base : { ...base, command }
}

function parsed(argv: readonly string[]) {
  try {
    return parseArgs({ args: [...argv], options: FLAGS, allowPositionals: true, strict: true })
  } catch (error) {
    throw usage((error as Error).message.split('. ')[0] ?? 'the arguments cannot be read')
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

function wordsOf(command: Command, values: Record<string, unknown>, positionals: readonly string[]): string[] {
  if (positionals.length > 0) throw usage(`${command.name} does not take "${positionals[0]}"`)
  const value = values[command.name.slice(2)]
  return typeof value === 'string' ? [value] : []
}

function checkFlags(command: Command, values: Record<string, unknown>): void {
  const own = new Set([
    'help',
    'version',
    'json',
    command.name.slice(2),
    ...Object.keys(command.flags),
    ...OPTIONS.map(({ key }) => camelToKebab(key)),
  ])
  for (const name of Object.keys(values)) {
    if (own.has(name)) continue
    const takers = COMMANDS.filter(({ flags }) => name in flags).map((c) => c.name)
    throw usage(
      `${command.name} does not take --${name}${takers.length > 0 ? `, which belongs to ${takers.join(', ')}` : ''}`,
    )
  }
}

const usage = (message: string) => new WaylandError('bad_usage', message)

function unknownCommand(name: string): WaylandError {
  const near = COMMANDS.find((command) => command.name.replace(/^--/, '').startsWith(name.slice(0, 3)))
  const hint =
    near === undefined ? {} : { hint: `Did you mean "wayland-core ${near.name}"? See "wayland-core --help".` }
  return new WaylandError('bad_usage', `there is no command "${name}"`, hint)
}
