import type { ActivationOptions } from '../../app/skill-loop.ts'
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
  const options = optionsOf(flags)
  await using loop = await open()
  if (typeof flags.file === 'string') {
    const { name, folder, path, text, files } = await loop.reference(asked, flags.file)
    if (json) report.json({ skill: name, folder, file: path, text, files })
    else report.text(text)
    return EXIT.done
  }
  const found = await (isSlash ? loop.render(given, '', options) : loop.render(asked, rest.join(' '), options))
  if (!json) report.text(found?.text ?? given)
  else {
    const { name: skill = null, folder = null, args = null, text = given, replaced = [], tools = [] } = found ?? {}
    const { active = null, files = [], allowedTools: allowed_tools = [] } = found ?? {}
    report.json({ skill, folder, arguments: args, text, replaced, tools, active, files, allowed_tools })
  }
  return EXIT.done
}

const optionsOf = ({ engine, session, budget, again }: Call['flags']): ActivationOptions => ({
  ...(typeof engine === 'string' ? { engine } : {}),
  ...(typeof session === 'string' ? { session } : {}),
  ...(typeof budget === 'string' ? { budget: Number(budget) } : {}),
  ...(again === true ? { again } : {}),
})
