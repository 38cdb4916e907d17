import { manualOf } from '../../src/cli/manual/manuals.ts'

/** Fields that `--json` of a command always prints, as its manual has them. */
export const fieldsOf = (name: string): readonly string[] =>
  Object.keys(manualOf({ name }).json).filter((field) => !field.endsWith('?'))
