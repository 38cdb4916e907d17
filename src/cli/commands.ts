import type { Command } from './command.ts'
import { COMMAND_FILES } from './command-files.ts'

/** The name of every command that has a file: `skills-promote.ts` is `skills promote`. */
export const NAMES: readonly string[] = Object.keys(COMMAND_FILES)
  .map((file) => file.replace('-', ' '))
  .sort()

/** The command of a name, or the verb of one; only its own file is loaded. Undefined where there is none. */
export async function commandOf(name: string): Promise<Command | undefined> {
  const file = await fileOf(name)
  if (file !== undefined) return { ...BARE, name, ...file.command, run: file.run }
  const [of = '', verb = ''] = name.split(' ')
  const owner = await fileOf(of)
  const verbs = owner?.command.verbs ?? {}
  const found = Object.hasOwn(verbs, verb) ? verbs[verb] : undefined
  return owner && found && { ...BARE, name, of, topic: owner.command.topic, ...found }
}

const BARE = { takes: '', flags: {}, text: [] }

const fileOf = async (name: string) =>
  NAMES.includes(name) ? await COMMAND_FILES[name.replace(' ', '-')]?.() : undefined

/** Every command and every verb, loaded, in the order of their names. */
export async function allCommands(): Promise<readonly Command[]> {
  const names = (await Promise.all(NAMES.map(async (name) => [name, ...(await below(name))]))).flat()
  return await commandsOf([...new Set(names)].sort())
}

export const commandsOf = async (names: readonly string[]): Promise<readonly Command[]> =>
  (await Promise.all(names.map(commandOf))).filter((one) => one !== undefined)

/** `skills promote` is also the flag `--skills-promote`; only the commands below `skills` have one, and those of one word. */
export const flagOf = (name: string): string | undefined =>
  name.startsWith('skills ') && name !== 'skills set' ? name.replace(' ', '-') : undefined

/** The names below a name: those of `skills`, and the verbs of a command. */
export async function below(name: string): Promise<readonly string[]> {
  const verbs = Object.keys((await commandOf(name))?.verbs ?? {})
  return [...NAMES.filter((one) => one.startsWith(`${name} `)), ...verbs.map((verb) => `${name} ${verb}`)]
}
