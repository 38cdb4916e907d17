import { asWaylandError, WaylandError } from '../../domain/errors.ts'
import { type Line, LineSplitter } from '../../domain/line-splitter.ts'
import { receiptToWire, turnFromWire } from '../../domain/wire.ts'
import type { SkillLoop } from '../../skill-loop.ts'
import { type Call, EXIT, type ExitCode } from '../command.ts'

/** Longest line that is read, in bytes; a turn with hundreds of tool calls is far below it. */
const MAX_LINE = 16 * 1024 * 1024

/** Reads turns as JSON lines from stdin and prints a receipt for each; a bad line gets `{line, error}` and costs nothing else. */
export async function run({ report, open, words }: Call): Promise<ExitCode> {
  if (words.length > 0) throw new WaylandError('bad_usage', `observe reads stdin and does not take "${words[0]}"`)
  await using loop = await open()
  const splitter = new LineSplitter({ line: 1, offset: 0 }, MAX_LINE)
  let worst: ExitCode = EXIT.done
  let invalid = 0
  const take = async (lines: readonly Line[]): Promise<void> => {
    for (const line of lines) {
      if (line.kind === 'blank') continue
      const { said, code } = await observe(loop, line)
      report.json(said)
      if (code > worst) worst = code
    }
  }
  for await (const chunk of process.stdin as AsyncIterable<Buffer>) {
    await take(splitter.push(chunk))
    if (splitter.invalidUtf8 > invalid) {
      invalid = splitter.invalidUtf8
      report.note('Warning: bytes that are not UTF-8 were replaced.')
    }
  }
  const rest = splitter.rest()
  await take(rest === undefined ? [] : [rest])
  return worst
}

async function observe(loop: SkillLoop, line: Line): Promise<{ said: object; code: ExitCode }> {
  try {
    if (line.kind !== 'text') throw new WaylandError('bad_turn', `the line is longer than ${MAX_LINE} bytes`)
    const receipt = await loop.endOfRun(turnFromWire(parsed(line.text)))
    if (receipt.status !== 'failed') return { said: receiptToWire(receipt), code: EXIT.done }
    return receipt.fault === 'unavailable'
      ? { said: { line: line.at.line, ...receiptToWire(receipt) }, code: EXIT.unavailable }
      : { said: { line: line.at.line, error: receipt.reason }, code: EXIT.refused }
  } catch (error) {
    return { said: { line: line.at.line, error: asWaylandError(error).message }, code: EXIT.refused }
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new WaylandError('bad_turn', `not JSON: ${(error as Error).message.slice(0, 120)}`)
  }
}
