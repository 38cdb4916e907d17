import type { SkillLoop } from '../../app/skill-loop.ts'
import { asWaylandError, WaylandError } from '../../domain/errors.ts'
import { type Line, LineSplitter } from '../../domain/line-splitter.ts'
import { receiptToWire, turnFromWire, wireWords } from '../../domain/wire.ts'
import { type Call, EXIT, type ExitCode, type Words } from '../command.ts'
import type { Report } from '../report.ts'
import { takeInSpooled } from '../spooled.ts'

export const command: Words = {
  topic: 'learning',
  words: 'Record turns: JSON lines on stdin, one receipt a line on stdout',
  text: [
    'Unknown fields of a turn are ignored. A line that cannot be read gets {line, error} in place of a receipt; the other lines are recorded, and the exit code is 1. This holds for a line that is not UTF-8, that holds NUL bytes, or that is longer than 16 MiB.',
  ],
  input: [
    {
      title: 'Fields of a turn',
      fields: {
        user_input: 'the request; required',
        outcome: 'success, failure or unknown',
        stop_reason: 'how the run ended, where there is no outcome: end_turn, max_turns, error, interrupted, …',
        'session_id, prompt_id': 'identity of the turn: one that comes again is known, and counts once',
        decision_id: 'of the "route" that the run followed; found by session and prompt where it is absent',
        picked_skill: 'the skill that the run used, where the host knows',
        summary: 'a short line such as "3 turns"',
        turns: 'the number of them',
        timestamp: 'ISO 8601; now where it is absent',
        'project_dir, engine': 'where the run took place, and in which agent',
        tool_calls:
          '[{name, input, ok: true, false or null, exit_code?, masked_pipe?, error?, cwd?, message_id?, duration_ms?}]; absent: not reported, []: none were made',
      },
    },
  ],
  shape: 'A receipt for each turn, one a line, with and without --json.',
  json: {
    turn_id: 'id of the turn',
    status:
      'recorded, known (was there before), ignored (no word to go by, left out by learn.exclude, or switched off) or failed (could not be stored)',
    signature: 'the key of the request: its three longest words, sorted',
    streak: 'successes in a row on this task, this turn included',
    'reason?': 'why the turn does not count, where it does not',
    draft:
      'null, or {status, skill, path?, reason?}: drafted, updated, proposed (beside your version), refused (it teaches nothing, or less than the draft that is there), suppressed (you archived or revoked it, or a skill of your own covers it), quarantined or failed; path is the folder of the skill',
  },
  example: 'echo \'{"user_input":"review the branch","outcome":"success"}\' | wayland-core observe',
}

/** Longest line that is read, in bytes; a turn with hundreds of tool calls is far below it. */
const MAX_LINE = 16 * 1024 * 1024

/** Reads turns as JSON lines from stdin and prints a receipt for each; a bad line gets `{line, error}` and costs nothing else. */
export async function run({ report, open }: Call): Promise<ExitCode> {
  if (process.stdin.isTTY) report.note('Reading turns from the terminal, one JSON object a line; end with Ctrl-D.')
  await using loop = await open({ brief: true, busy: true })
  await takeInSpooled(loop)
  const splitter = new LineSplitter({ line: 1, offset: 0 }, MAX_LINE)
  const count = { lines: 0, refused: 0, lost: 0, reason: '' }
  const take = async (lines: readonly Line[]): Promise<void> => {
    for (const line of lines) {
      if (line.kind === 'blank') continue
      const { said, refused, lost } = await observe(loop, line)
      report.json(said)
      count.lines++
      if (refused) count.refused++
      if (lost === undefined) continue
      count.lost++
      count.reason = lost
    }
  }
  for await (const chunk of process.stdin as AsyncIterable<Buffer>) await take(splitter.push(chunk))
  const rest = splitter.rest()
  await take(rest === undefined ? [] : [rest])
  return sumUp(count, report)
}

interface Observed {
  readonly said: object
  /** Whether the line was no valid turn. */
  readonly refused?: boolean
  /** Why the turn, or its draft, could not be stored. */
  readonly lost?: string
}

async function observe(loop: SkillLoop, line: Line): Promise<Observed> {
  try {
    const receipt = await loop.endOfRun(turnFromWire(parsed(line)))
    const said = receiptToWire(receipt)
    if (receipt.draft?.status === 'failed') return { said, lost: receipt.draft.reason ?? 'the draft failed' }
    if (receipt.status !== 'failed') return { said }
    if (receipt.fault === 'invalid') throw new WaylandError('bad_turn', receipt.reason ?? 'no turn')
    return { said: { line: line.at.line, ...said }, lost: receipt.reason ?? 'the turn was not stored' }
  } catch (error) {
    return { said: { line: line.at.line, error: wireWords(asWaylandError(error).message) }, refused: true }
  }
}

function parsed(line: Line): unknown {
  if (line.kind !== 'text') throw new WaylandError('bad_turn', `the line is longer than ${MAX_LINE} bytes`)
  // Replaced or dropped bytes are lost: a refused line is better than a turn that differs from the input.
  if (line.flaw !== undefined) throw new WaylandError('bad_turn', line.flaw)
  try {
    return JSON.parse(line.text)
  } catch (error) {
    throw new WaylandError('bad_turn', `not JSON: ${(error as Error).message.slice(0, 120)}`)
  }
}

function sumUp(
  { lines, refused, lost, reason }: { lines: number; refused: number; lost: number; reason: string },
  report: Report,
): ExitCode {
  if (refused > 0)
    report.error(
      new WaylandError(
        'bad_turn',
        `${refused} of ${lines} lines ${refused === 1 ? 'was' : 'were'} refused; each is named on stdout`,
      ),
    )
  if (lost > 0)
    report.error(
      new WaylandError('storage_unavailable', `${lost} of ${lines} turns or their drafts could not be kept: ${reason}`),
    )
  return lost > 0 ? EXIT.unavailable : refused > 0 ? EXIT.refused : EXIT.done
}
