import { resolve } from 'node:path'
import { WaylandError } from '../../domain/errors.ts'
import { type Call, EXIT, type ExitCode } from '../command.ts'

/** Prints the note of a project; the person puts it into a file. */
export async function run({ words, json, report, open }: Call): Promise<ExitCode> {
  const [dir = '.', ...more] = words
  if (more.length > 0) throw new WaylandError('bad_usage', 'notes takes one project folder')
  await using loop = await open()
  const { projectDir, project, turns, text, habits, rules } = await loop.notes(resolve(dir))
  if (json) {
    const told = rules.map(({ text, sources, sessions }) => ({ text, sources, sessions }))
    report.json({ project, project_dir: projectDir, turns, habits, rules: told, note: text ?? null })
  } else if (text !== undefined) report.line(text.trimEnd())
  else if (turns === 0) report.line(`No turns were recorded in ${projectDir}.`)
  else
    report.line(
      `No habit or rule yet in ${projectDir}: of the ${turns} turns recorded there, too few do or ask the same.`,
    )
  return EXIT.done
}
