import type { Command } from './command.ts'
import { COMMAND_FILES } from './command-files.ts'

/** The name of every command: `skills-promote.ts` is `skills promote`. */
export const NAMES: readonly string[] = Object.keys(COMMAND_FILES)
  .map((file) => file.replace('-', ' '))
  .sort()

/** The command of a name; only its own file is loaded. */
export async function commandOf(name: string): Promise<Command> {
  const file = COMMAND_FILES[name.replace(' ', '-')]
  if (file === undefined) throw new Error(`there is no file for the command "${name}"`)
  const { command, run } = await file()
  return { name, ...command, run }
}

/** Every command, loaded. */
export const allCommands = async (): Promise<readonly Command[]> => await Promise.all(NAMES.map(commandOf))

/** `skills promote` is also the flag `--skills-promote`; only the commands below `skills` have one, and those of one word. */
export const flagOf = (name: string): string | undefined =>
  name.startsWith('skills ') && name !== 'skills set' ? name.replace(' ', '-') : undefined

/** The names below a name: those of `skills`. */
export const below = (name: string): readonly string[] => NAMES.filter((one) => one.startsWith(`${name} `))
