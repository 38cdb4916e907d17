import { resolve } from 'node:path'
import { WaylandError } from '../../domain/errors.ts'
import { type Call, EXIT, type ExitCode } from '../command.ts'

/** Prints the note of a project; the person puts it into a file. */
export async function run({ words, json, report, open }: Call): Promise<ExitCode> {
  const [dir = '.', ...more] = words
  if (more.length > 0) throw new WaylandError('bad_usage', 'notes takes one project folder')
  await using loop = await open()
  const { projectDir, turns, text } = await loop.notes(resolve(dir))
  if (json) report.json({ project_dir: projectDir, turns, note: text ?? null })
  else if (turns === 0) report.line(`No turns were recorded in ${projectDir}.`)
  else if (text === undefined)
    report.line(`No habit yet in ${projectDir}: of the ${turns} turns recorded there, too few do the same.`)
  else report.line(text.trimEnd())
  return EXIT.done
}
