import { isPlanning } from '../draft/tools.ts'
import { valueText } from '../json-value.ts'
import type { ToolCall } from '../run.ts'
import { asData, attribute } from './as-data.ts'
import type { Session, SessionTurn } from './evidence.ts'
import { endedWell } from './evidence-commands.ts'

/** A session as a model is sent it: data within tags, with ids that answers cite. */
export interface SessionText {
  readonly text: string
  /** The turns that are shown, by the ids used in the text (`t1`, `t2`). */
  readonly shown: ReadonlyMap<string, SessionTurn>
}

/**
 * The latest turns of a session, oldest first, within `room` characters; a turn that does not fit whole is cut, and
 * says so. Calls that only plan, ask or remember are left out.
 */
export function sessionText({ engine, turns }: Session, room = MAX_ROOM): SessionText {
  const parts: string[] = []
  const shown = new Map<string, SessionTurn>()
  let left = room
  for (const [index, turn] of [...turns.entries()].toReversed()) {
    if (parts.length === MAX_TURNS) break
    const id = `t${index + 1}`
    const part = turnText(id, turn, Math.min(left, MAX_TURN))
    if (part.length > left) break
    left -= part.length
    parts.push(part)
    shown.set(id, turn)
  }
  const omitted = turns.length - parts.length
  const head = omitted === 0 ? '' : ` earlier_turns_not_shown="${omitted}"`
  return { text: `<session engine="${engine}"${head}>\n${parts.toReversed().join('\n')}\n</session>`, shown }
}

/** Characters of a session, some 8,000 tokens. */
const MAX_ROOM = 24_000
const MAX_TURNS = 40
const MAX_TURN = 8_000
const MAX_WORDS = 2_000
const MAX_CALL = 400
const MAX_ERROR = 200

function turnText(id: string, { trajectory: turn }: SessionTurn, room: number): string {
  const open = `<turn id="${id}" outcome="${turn.outcome}"${attribute('skill_in_use', turn.pickedSkill)}>`
  const words = `<person>\n${asData(cut(turn.userInput, MAX_WORDS))}\n</person>`
  const calls = turn.toolCalls ?? []
  const lines: string[] = []
  let left = room - open.length - words.length - CLOSING
  for (const [i, call] of calls.entries()) {
    if (isPlanning(call.name)) continue
    const line = callLine(`c${i + 1}`, call)
    if (line.length > left) {
      lines.push(`(${calls.length - i} more calls)`)
      break
    }
    left -= line.length + 1
    lines.push(line)
  }
  const made = lines.length === 0 ? [] : [`<calls>\n${lines.join('\n')}\n</calls>`]
  return [open, words, ...made, '</turn>'].join('\n')
}

const CLOSING = 60

/** `c3 failed 1 Bash {"command":"npm test"} error: …`; what is "ok" here, the rules take for evidence. */
function callLine(id: string, call: ToolCall): string {
  const came =
    call.ok === true
      ? endedWell(call)
        ? 'ok'
        : 'unknown (a pipe hides how it ended)'
      : call.ok === false
        ? `failed${call.exitCode === undefined ? '' : ` ${call.exitCode}`}`
        : 'unknown'
  const error = call.error === undefined ? '' : ` error: ${asData(cut(call.error, MAX_ERROR))}`
  return `${id} ${came} ${asData(call.name.slice(0, 60))} ${asData(cut(valueText(call.input), MAX_CALL))}${error}`
}

/** The beginning and the end of a text that is too long, with a mark between them. */
function cut(text: string, most: number): string {
  if (text.length <= most) return text
  const half = Math.floor((most - 5) / 2)
  return `${text.slice(0, half)} […] ${text.slice(-half)}`
}
