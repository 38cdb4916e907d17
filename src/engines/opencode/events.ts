import { isObject, jsonLines, usageOf } from '../headless.ts'

type Fields = Readonly<Record<string, unknown>>

/** What `opencode run --format json` printed, as 1.18.33 prints it: a step of the run, or an error, a line. */
export function readEvents(output: string) {
  const lines = jsonLines(output)
  const parts = lines.flatMap(({ type, part }) => (isObject(part) ? [{ type, part }] : []))
  const steps = parts.flatMap(({ type, part }) => (type === 'step_finish' ? [part] : []))
  const counts = steps.map(({ tokens }) => (isObject(tokens) ? tokensOf(tokens) : ('unknown' as const)))
  const error = lines.findLast(({ type }) => type === 'error')?.error
  return {
    parts,
    usage: counts.length === 0 ? ('unknown' as const) : counts.reduce(sum),
    /** Its last step came to its own end, and no error followed. */
    ended: error === undefined && steps.at(-1)?.reason === 'stop',
    fault: isObject(error) ? (messageOf(error) ?? error.name) : undefined,
  }
}

const messageOf = ({ data }: Fields): unknown => (isObject(data) ? data.message : undefined)

/** What it thought is not among its output, and is paid for. */
function tokensOf({ input, output, reasoning = 0, cache }: Fields) {
  const { read = 0, write = 0 } = isObject(cache) ? cache : {}
  return usageOf(Number(input) + Number(read) + Number(write), Number(output) + Number(reasoning))
}

type Usage = ReturnType<typeof usageOf>
const sum = (a: Usage, b: Usage): Usage =>
  a === 'unknown' || b === 'unknown' ? 'unknown' : { input: a.input + b.input, output: a.output + b.output }
