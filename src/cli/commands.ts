import type { Command } from './command.ts'
import { COMMAND_FILES } from './command-files.ts'

/** The name of every command; each has a file. */
export const NAMES: readonly string[] = Object.keys(COMMAND_FILES).sort()

/** The command of a name, or the verb of one; only the file of the command is loaded. Undefined where there is none. */
export async function commandOf(name: string): Promise<Command | undefined> {
  const [of = '', verb, ...more] = name.split(' ')
  const owner = NAMES.includes(of) && more.length === 0 ? await COMMAND_FILES[of]?.() : undefined
  if (owner === undefined) return undefined
  const { command, run } = owner
  if (verb === undefined) return { ...BARE, name, ...command, run }
  const found = Object.hasOwn(command.verbs ?? {}, verb) ? command.verbs?.[verb] : undefined
  return found && { ...BARE, name, of, topic: command.topic, ...found }
}

const BARE = { takes: '', flags: {}, text: [] }

/** Every command and every verb, loaded, in the order of their names. */
export async function allCommands(): Promise<readonly Command[]> {
  const names = (await Promise.all(NAMES.map(async (name) => [name, ...(await below(name))]))).flat()
  return await commandsOf(names.sort())
}

export const commandsOf = async (names: readonly string[]): Promise<readonly Command[]> =>
  (await Promise.all(names.map(commandOf))).filter((one) => one !== undefined)

/** Commands that are flags, too: `skills promote` is `--skills-promote`. */
export const FLAGGED: readonly string[] = ['archive', 'audit', 'path', 'promote', 'restore', 'revoke', 'undo'].map(
  (verb) => `skills ${verb}`,
)

/** The flag that is the same as a command; undefined where there is none. */
export const flagOf = (name: string): string | undefined =>
  FLAGGED.includes(name) ? name.replace(' ', '-') : undefined

/** The names of the verbs of a command. */
export const below = async (name: string): Promise<readonly string[]> =>
  Object.keys((await commandOf(name))?.verbs ?? {}).map((verb) => `${name} ${verb}`)
