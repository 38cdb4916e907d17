import { WaylandError } from '../../domain/errors.ts'
import { type Call, EXIT, type ExitCode } from '../command.ts'

/** Prints a skill as a host shows it to a model; a slash command that names no skill is printed unchanged. */
export async function run({ words, flags, json, report, open }: Call): Promise<ExitCode> {
  const [asked = '', ...rest] = words
  if (asked.trim() === '')
    throw new WaylandError('bad_usage', 'run needs a skill, or slash text such as "/name arguments"', {
      hint: 'List the skills with "wayland-core skills".',
    })
  const isSlash = asked.trimStart().startsWith('/')
  const given = isSlash ? words.join(' ') : asked
  await using loop = await open()
  const options = typeof flags.engine === 'string' ? { engine: flags.engine } : {}
  const found = await (isSlash ? loop.render(given, '', options) : loop.render(asked, rest.join(' '), options))
  const { name = null, folder = null, args = null, text = given, replaced = [], tools = [] } = found ?? {}
  if (json) report.json({ skill: name, folder, arguments: args, text, replaced, tools })
  else report.text(text)
  return EXIT.done
}
