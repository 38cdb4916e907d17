import { isFields, jsonIn } from '../../domain/json-value.ts'
import { answerBy, callOf, type Headless, taskOf, usageOf } from '../headless.ts'
import { callsOf, resultOf } from './reader.ts'

/** `copilot`, tried with 1.0.102: it prints the events of its session, which it keeps, and no count of tokens. */
export const task = taskOf({
  words: (model) => [...WORDS, ...(model === null ? [] : ['--model', model])],
  keepsSession: true,
  read(lines) {
    const of = (type: string) => lines.flatMap((line) => (line.type === type && isFields(line.data) ? [line.data] : []))
    const { exitCode } = lines.findLast(({ type }) => type === 'result') ?? {}
    const error = of('session.error').at(-1)
    const results = new Map(of('tool.execution_complete').map((data) => [data.toolCallId, resultOf(data)]))
    return {
      calls: of('assistant.message')
        .flatMap(callsOf)
        .map(({ id, name, input }) => callOf(name, input, results.get(id))),
      tokens: [],
      ended: error === undefined && exitCode === 0,
      report: of('assistant.message').at(-1)?.content,
      fault: error?.message,
    }
  },
})

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
  const used = models.flatMap((one) => (isFields(one) && isFields(one.usage) ? [one.usage] : []))
  return used.length === 1
    ? usageOf(used.map((one) => ({ input: one.inputTokens, output: one.outputTokens })))
    : 'unknown'
}

const WORDS = ['--output-format', 'json', '--no-ask-user']
