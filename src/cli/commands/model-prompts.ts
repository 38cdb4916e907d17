import { WaylandError } from '../../domain/errors.ts'
import { type Call, EXIT, type ExitCode, type Words } from '../command.ts'

export const command: Words = {
  topic: 'learning',
  takes: '[<name>]',
  words: 'List the prompts that a model is sent, with their versions, or print one whole',
  flags: {},
  text: [
    'Name and version of a prompt are part of the id of each call: answers to an earlier version are not used again.',
  ],
  json: { prompts: '[{name, version, words, sends, max_tokens, text}]' },
  example: 'wayland-core model prompts extract',
}

/** Lists the prompts that a model is sent, or prints one whole. */
export async function run({ words, json, report }: Call): Promise<ExitCode> {
  const { PROMPTS } = await import('../../domain/learning/prompts/prompts.ts')
  const [name] = words
  const chosen = name === undefined ? PROMPTS : PROMPTS.filter((prompt) => prompt.name === name)
  if (chosen.length === 0)
    throw new WaylandError('bad_usage', `there is no prompt "${name?.slice(0, 40)}"`, {
      hint: `There are ${PROMPTS.map((prompt) => prompt.name).join(', ')}.`,
    })
  if (json)
    report.json({
      prompts: chosen.map((prompt) => ({
        ...{ name: prompt.name, version: prompt.version, words: prompt.words, sends: prompt.sends },
        ...{ max_tokens: prompt.maxTokens, text: prompt.system },
      })),
    })
  else if (name === undefined)
    report.table(
      chosen.map(({ name: of, version, words: what, sends }) => [`${of}@${version}`, `${what}. Sent: ${sends}.`]),
    )
  else report.line(chosen.map(({ system }) => system).join('\n'))
  return EXIT.done
}
