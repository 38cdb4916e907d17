import { WaylandError } from '../../domain/errors.ts'
import { type Call, EXIT, type ExitCode } from '../command.ts'

/** Lists what a model may load, by name and description, as far as a budget holds. */
export async function run({ words, flags, json, report, open }: Call): Promise<ExitCode> {
  const [task, ...more] = words
  if (more.length > 0)
    throw new WaylandError('bad_usage', 'offered takes one task', {
      hint: 'Put it in quotes: offered "review my branch"',
    })
  await using loop = await open({ brief: true })
  const { skills, left, tokens, text } = await loop.listed({
    ...(task === undefined ? {} : { task }),
    ...(typeof flags.budget === 'string' ? { maxTokens: Number(flags.budget) } : {}),
  })
  if (json) report.json({ skills, left, tokens })
  else if (text !== '') report.text(text)
  else report.line(left === 0 ? 'No skill may be offered now.' : `None of ${left} skills fits into the budget.`)
  return EXIT.done
}
