import { isFields, jsonIn } from '../../domain/json-value.ts'
import {
  answerBy,
  callOf,
  faultOf,
  type Headless,
  type HeadlessTask,
  jsonLines,
  reportOf,
  usageOf,
} from '../headless.ts'
import { callsOf, resultOf } from './reader.ts'

/** `copilot`, tried with 1.0.102: it prints the events of its session, which it keeps, and no count of tokens. */
export const task: HeadlessTask = {
  words: (model) => [...WORDS, ...(model === null ? [] : ['--model', model])],
  keepsSession: true,
  read(output) {
    const { events, of, error, exitCode } = printed(output)
    const results = new Map(of('tool.execution_complete').map((data) => [data.toolCallId, resultOf(data)]))
    return {
      calls: of('assistant.message')
        .flatMap(callsOf)
        .map(({ id, name, input }) => callOf(name, input, results.get(id))),
      usage: 'unknown',
      ended: events.length > 0 && error === undefined && exitCode === 0,
      ...reportOf(of('assistant.message').at(-1)?.content),
      ...faultOf(error?.message),
    }
  },
}

/** The same for one question; no tool is called `none`, and only those named are offered. Its tokens go into a file. */
export const headless: Headless = {
  words: ({ model, answerFile }) => [
    ...[...task.words(model), '--available-tools=none'],
    ...['--usage-output-file', answerFile],
  ],
  read(output, counts) {
    const answer = answerBy(task)(output, undefined)
    return answer && { ...answer, usage: tokensIn(counts) }
  },
}

function tokensIn(counts: string | undefined) {
  const found = jsonIn(counts ?? '')
  const models = isFields(found) && isFields(found.modelMetrics) ? Object.values(found.modelMetrics) : []
  const [used, more] = models.flatMap((one) => (isFields(one) && isFields(one.usage) ? [one.usage] : []))
  return used === undefined || more !== undefined ? 'unknown' : usageOf(used.inputTokens, used.outputTokens)
}

const WORDS = ['--output-format', 'json', '--no-ask-user']

function printed(output: string) {
  const events = jsonLines(output)
  const of = (type: string) =>
    events.flatMap((event) => (event.type === type && isFields(event.data) ? [event.data] : []))
  const { exitCode } = events.findLast(({ type }) => type === 'result') ?? {}
  return { events, of, exitCode, error: of('session.error').at(-1) }
}
