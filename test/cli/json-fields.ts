import { allCommands } from '../../src/cli/commands.ts'

const ALL = await allCommands()

/** Fields that `--json` of a command always prints, as its file has them. */
export const fieldsOf = (name: string): readonly string[] =>
  Object.keys(ALL.find((one) => one.name === name)?.json ?? {}).filter((field) => !field.endsWith('?'))
