import { WaylandError } from '../domain/errors.ts'
import type { Command } from './command.ts'
import { below, commandOf, flagOf, NAMES } from './commands.ts'
import { nearestWord } from './nearest-word.ts'
import { TOPIC_NAMES } from './topics.ts'

/** A command with the words after its name. */
export interface Called {
  readonly command: Command
  readonly words: readonly string[]
}

/**
 * The command whose name these words begin with: `skills promote x` is `skills promote` with `x`. `list` behind a command with
 * others below it is that command: `schedule list` is `schedule`. Undefined where there is none.
 */
export async function commandAt(words: readonly string[]): Promise<Called | undefined> {
  const [first = '', second = ''] = words
  if (!NAMES.some((name) => name === first || name.startsWith(`${first} `))) return undefined
  const longer = await commandOf(`${first} ${second}`)
  if (longer !== undefined) return { command: longer, words: words.slice(2) }
  const command = await commandOf(first)
  if (command === undefined) return undefined
  return {
    command,
    words: words.slice(second === 'list' && (await below(first)).length > 0 ? 2 : 1),
  }
}

/** The command whose flag this is: `--skills-promote`. */
export const commandOfFlag = (flag: string): string | undefined => NAMES.find((name) => flag === `--${flagOf(name)}`)

export async function unknownCommand(name: string): Promise<WaylandError> {
  const those = await below(name)
  if (those.length > 0)
    return new WaylandError('bad_usage', `${name} alone is no command`, {
      hint: `It is one of: ${those.join(', ')}.`,
    })
  const near = nearestWord(name, ['help', ...NAMES])
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
export async function unwanted({ name }: Pick<Command, 'name'>, word: string): Promise<WaylandError> {
  const verbs = (await below(name)).map((one) => one.slice(name.length + 1))
  const last = nearestWord(word, verbs)
  const see = `See "wayland-core ${name} --help".`
  const hint = last === undefined ? see : `Did you mean "wayland-core ${name} ${last}"? ${see}`
  return new WaylandError('bad_usage', `${name} does not take "${word}"`, {
    hint,
  })
}
