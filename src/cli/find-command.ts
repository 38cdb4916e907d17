import { WaylandError } from '../domain/errors.ts'
import type { Command } from './command.ts'
import { below, flagOf, NAMES } from './commands.ts'
import { nearestWord } from './nearest-word.ts'
import { TOPIC_NAMES } from './topics.ts'

/** The name of a command with the words after it. */
export interface Called {
  readonly name: string
  readonly words: readonly string[]
}

/**
 * The command whose name these words begin with: `skills promote x` is `skills promote` with `x`. `list` behind a command with
 * others below it is that command: `schedule list` is `schedule`. Undefined where there is none.
 */
export function commandAt(words: readonly string[]): Called | undefined {
  for (const length of [2, 1]) {
    const name = words.slice(0, length).join(' ')
    if (!NAMES.includes(name) || name.split(' ').length !== length) continue
    const rest = words.slice(length)
    return { name, words: rest[0] === 'list' && below(name).length > 0 ? rest.slice(1) : rest }
  }
  return undefined
}

/** The command whose flag this is: `--skills-promote`. */
export const commandOfFlag = (flag: string): string | undefined => NAMES.find((name) => flag === `--${flagOf(name)}`)

export function unknownCommand(name: string): WaylandError {
  const those = below(name)
  if (those.length > 0)
    return new WaylandError('bad_usage', `${name} alone is no command`, { hint: `It is one of: ${those.join(', ')}.` })
  const near = nearestWord(name, ['help', ...NAMES])
  const topic = near ?? nearestWord(name, TOPIC_NAMES)
  const meant = near ?? (topic && `help ${topic}`)
  return new WaylandError(
    'bad_usage',
    `there is no command "${name}"`,
    meant === undefined ? {} : { hint: `Did you mean "wayland-core ${meant}"? See "wayland-core --help".` },
  )
}

/** The error for a word that a command does not take; it names the nearest subcommand where there are any. */
export function unwanted({ name }: Pick<Command, 'name'>, word: string): WaylandError {
  const last = nearestWord(
    word,
    below(name).map((one) => one.slice(name.length + 1)),
  )
  const see = `See "wayland-core ${name} --help".`
  const hint = last === undefined ? see : `Did you mean "wayland-core ${name} ${last}"? ${see}`
  return new WaylandError('bad_usage', `${name} does not take "${word}"`, { hint })
}
