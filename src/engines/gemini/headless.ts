import { type Headless, isObject, jsonOutput, usageOf } from '../headless.ts'

/** `gemini -p`, tried with 0.61.0. It keeps its session, which our reader passes over. */
export const headless: Headless = {
  words: ({ model }) => [
    ...['--output-format', 'json', '--approval-mode', 'default', '--prompt', 'Answer the question above.'],
    ...(model === null ? [] : ['--model', model]),
  ],
  read(output) {
    const found = jsonOutput(output)
    if (!isObject(found) || typeof found.response !== 'string') return undefined
    const models = isObject(found.stats) && isObject(found.stats.models) ? Object.values(found.stats.models) : []
    const counts = models.flatMap((one) => (isObject(one) && isObject(one.tokens) ? [one.tokens] : []))
    const [asked, total] = [sum(counts, 'prompt'), sum(counts, 'total')]
    // What it thought is not among its candidates, and is paid for.
    const output_ = asked === undefined || total === undefined ? undefined : total - asked
    return { text: found.response, usage: counts.length === 0 ? 'unknown' : usageOf(asked, output_) }
  },
}

const sum = (counts: readonly Readonly<Record<string, unknown>>[], name: string): number | undefined =>
  counts.every((one) => typeof one[name] === 'number')
    ? counts.reduce((all, one) => all + Number(one[name]), 0)
    : undefined
