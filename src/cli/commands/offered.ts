import { WaylandError } from '../../domain/errors.ts'
import { type Call, EXIT, type ExitCode, type Words } from '../command.ts'

export const command: Words = {
  topic: 'offering',
  takes: '["<task>"]',
  words: 'List what a model may load: names and descriptions, likeliest and most used first',
  flags: { budget: { value: 'tokens', words: 'What the list may have (default 2000)' } },
  text: [
    'The first of three stages: names and descriptions here, the text of one with "run", its other files with "run --file". With a task, the skills that come nearest to it are first; then pinned ones, then those that were loaded and helped most often. A description that does not fit into what is left of the budget is passed over. Tokens are an upper estimate. No decision is logged.',
  ],
  json: {
    skills: '[{name, description}], in that order',
    left: 'number of skills that did not fit',
    tokens: 'of the list as text',
  },
  example: 'wayland-core offered "please review my branch" --budget 500',
}

/** Lists what a model may load, by name and description, as far as a budget holds. */
export async function run({ words, flags, json, report, open }: Call): Promise<ExitCode> {
  const [task, ...more] = words
  if (more.length > 0)
    throw new WaylandError('bad_usage', 'offered takes one task', {
      hint: 'Put it in quotes: offered "review my branch"',
    })
  await using loop = await open({ brief: true })
  const { skills, left, tokens, text } = await loop.offers.listed({
    ...(task === undefined ? {} : { task }),
    ...(typeof flags.budget === 'string' ? { maxTokens: Number(flags.budget) } : {}),
  })
  if (json) report.json({ skills, left, tokens })
  else if (text !== '') report.text(text)
  else report.line(left === 0 ? 'No skill may be offered now.' : `None of ${left} skills fits into the budget.`)
  return EXIT.done
}
