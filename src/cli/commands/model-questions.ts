import type { SkillLoop } from '../../app/skill-loop.ts'
import { WaylandError } from '../../domain/errors.ts'
import { type Call, EXIT, type ExitCode, type Words } from '../command.ts'

export const command: Words = {
  topic: 'learning',
  takes: '[<id>]',
  words: 'List questions that wait for an answer (model.provider handoff), or print one whole',
  flags: {},
  text: ['Each has a prompt, the data that it is about, and the JSON Schema of its answer.'],
  json: { questions: '[{id, purpose, system, input, schema}]' },
  example: 'wayland-core model questions --model-provider handoff',
}

/** Lists the questions that wait for an answer, prints one whole, or reads the answer to one from standard input. */
export async function run({ command, words, json, report, open }: Call): Promise<ExitCode> {
  await using loop = await open({ brief: true })
  const [id, ...more] = words
  if (more.length > 0) throw usage(`${command.name} takes one id`)
  if (command.name === 'model answer') {
    if (id === undefined) throw usage('model answer takes the id of a question')
    await loop.learning.answerQuestion(id, parsed(await standardInput()))
    if (json) report.json({ id, answered: true })
    else report.line('Kept. "wayland-core learn" goes on from there.')
    return EXIT.done
  }
  const questions = await loop.learning.modelQuestions()
  const chosen = id === undefined ? questions : questions.filter((one) => one.id.startsWith(id))
  if (id !== undefined && chosen.length === 0) throw usage(`no question "${id.slice(0, 40)}" waits`)
  if (json) report.json({ questions: chosen })
  else if (questions.length === 0) report.line('No question waits.')
  else if (id === undefined)
    report.table(questions.map((one) => [one.id, one.purpose, `${one.input.length} characters`]))
  else report.line(chosen.map(wholeText).join('\n\n'))
  return EXIT.done
}

type Question = Awaited<ReturnType<SkillLoop['learning']['modelQuestions']>>[number]

const wholeText = ({ system, input, schema }: Question): string =>
  `${system}\n\n${input}\n\nThe schema of the answer:\n${JSON.stringify(schema)}`

const usage = (message: string) =>
  new WaylandError('bad_usage', message, { hint: 'List the questions with "wayland-core model questions".' })

/** Largest answer, in bytes. */
const MOST = 2 * 2 ** 20

async function standardInput(): Promise<string> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of process.stdin as AsyncIterable<Buffer>) {
    size += part.length
    if (size > MOST) throw usage('the answer on standard input is larger than 2 MiB')
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new WaylandError('bad_usage', 'the answer on standard input is not JSON', {
      hint: 'Give one JSON value of the schema that "wayland-core model questions <id>" shows.',
    })
  }
}
