import { type Headless, isObject, jsonLines, usageOf } from '../headless.ts'

/** `codex exec`, tried with 0.146.0 and 0.169.0. */
export const headless: Headless = {
  words: ({ model, answerFile }) => [
    ...['exec', '--json', '--ephemeral', '--skip-git-repo-check', '--sandbox', 'read-only'],
    ...['--output-last-message', answerFile],
    ...(model === null ? [] : ['--model', model]),
    '-',
  ],
  read(output, answerFile) {
    const done = jsonLines(output).findLast(({ type }) => type === 'turn.completed')
    if (answerFile === undefined || answerFile.trim() === '') return undefined
    const usage = isObject(done?.usage) ? done.usage : {}
    return { text: answerFile, usage: usageOf(usage.input_tokens, usage.output_tokens) }
  },
}
