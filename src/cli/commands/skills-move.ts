import { WaylandError } from '../../domain/errors.ts'
import type { Move } from '../../domain/lifecycle.ts'
import { skillToWire } from '../../domain/wire.ts'
import { type Call, EXIT, type ExitCode } from '../command.ts'

/** Promotes or archives one skill, by the name under which the command was called. */
export async function run({ command, words, json, report, open }: Call): Promise<ExitCode> {
  await using loop = await open()
  if ('none' in loop.database)
    throw new WaylandError('storage_unavailable', `a move needs the database, and there is none: ${loop.database.none}`)
  const moved = await loop.move(words[0] ?? '', command.name.replace('--skills-', '') as Move)
  if (json) report.json(skillToWire(moved))
  else report.line(`"${moved.name}" is ${moved.status}; its files are in ${moved.path}`)
  return EXIT.done
}
