import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Run, Words } from './command.ts'

export type CommandFile = () => Promise<{ readonly command: Words; readonly run: Run }>

/** The files of `commands/`, by name. The build writes them out in place of this look at the folder. */
export const COMMAND_FILES: Readonly<Record<string, CommandFile>> = Object.fromEntries(
  readdirSync(join(import.meta.dirname, 'commands')).map((file) => {
    const name = file.replace('.ts', '')
    return [name, async () => (await import(`./commands/${name}.ts`)) as Awaited<ReturnType<CommandFile>>]
  }),
)
