import { WaylandError } from '../domain/errors.ts'
import type { Command } from './command.ts'
import { COMMANDS } from './commands.ts'
import { nearestWord } from './nearest-word.ts'

/** A command with the words after its name. */
export interface Called {
  readonly command: Command
  readonly words: readonly string[]
}

/**
 * The command whose name these words begin with: `skills promote x` is `skills promote` with `x`. `list` behind a command with
 * others below it is that command: `schedule list` is `schedule`. Undefined where there is none.
 */
export function commandAt(words: readonly string[]): Called | undefined {
  for (const length of [2, 1]) {
    const name = words.slice(0, length).join(' ')
    const command = COMMANDS.find((known) => known.name === name && name.split(' ').length === length)
    if (command === undefined) continue
    const rest = words.slice(length)
    const isList = rest[0] === 'list' && command.takes === '' && below(command).length > 0
    return { command, words: isList ? rest.slice(1) : rest }
  }
  return undefined
}

/** The command whose flag this is: `--skills-promote`. */
export const commandOfFlag = (flag: string): Command | undefined =>
  COMMANDS.find((known) => known.flag !== undefined && flag === `--${known.flag}`)

/** Commands below a command: those of `skills`. */
export const below = ({ name }: Command): readonly Command[] =>
  COMMANDS.filter((command) => command.name.startsWith(`${name} `))

export function unknownCommand(name: string): WaylandError {
  const near = nearestWord(name, ['help', ...COMMANDS.map((command) => command.name)])
  return new WaylandError(
    'bad_usage',
    `there is no command "${name}"`,
    near === undefined ? {} : { hint: `Did you mean "wayland-core ${near}"? See "wayland-core --help".` },
  )
}

/** The error for a word that a command does not take; it names the nearest subcommand where there are any. */
export function unwanted({ command, words: [word = ''] }: Called): WaylandError {
  const others = below(command).map(({ name }) => name)
  const last = nearestWord(
    word,
    others.map((name) => name.slice(command.name.length + 1)),
  )
  const see = `See "wayland-core ${command.name} --help".`
  const hint = last === undefined ? see : `Did you mean "wayland-core ${command.name} ${last}"? ${see}`
  return new WaylandError('bad_usage', `${command.name} does not take "${word}"`, { hint })
}
