import { importing } from '../bench/import.ts'
import { running } from '../bench/run.ts'
import { tasks } from '../bench/tasks.ts'
import type { Call, Words } from '../command.ts'

export const command: Words = {
  topic: 'measuring',
  words: 'Show the commands that measure skills',
  json: { commands: 'names of the commands below it' },
  example: 'wayland-core bench',
  verbs: { run: running, tasks, import: importing },
}

/** Shows which commands measure: alone it measures nothing. */
export async function run({ command: { name }, json, report }: Call): Promise<void> {
  const { below } = await import('../commands.ts')
  const { help } = await import('../help.ts')
  if (json) report.json({ commands: await below(name) })
  else report.line(await help({ topic: 'measuring', whole: false }, report.width))
}
