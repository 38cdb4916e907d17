import { type Action, actionsOf } from '../draft/actions.ts'
import { whyNotAsItRan } from '../draft/as-it-ran.ts'
import { argvCommands, type ShellCommand, shellCommands } from '../draft/shell.ts'
import { quoted } from '../draft/shell-word.ts'
import { deedsOf } from '../draft/tools.ts'
import { commandOf } from '../outcome.ts'
import type { ToolCall } from '../run.ts'
import { oneLine } from './as-data.ts'
import type { SessionTurn } from './evidence.ts'

/** What ran and succeeded: all texts, those of one line, and the words of each command as typed. */
export interface RanCommands {
  readonly texts: ReadonlySet<string>
  readonly lines: ReadonlySet<string>
  readonly commands: readonly (readonly string[])[]
}

export function commandsThatRan(turns: Iterable<SessionTurn>): RanCommands {
  const calls = [...turns].flatMap(({ trajectory }) => trajectory.toolCalls ?? [])
  return ranOf(calls.filter(({ ok }) => ok === true).flatMap(commandsOf))
}

const ranOf = (ran: ReturnType<typeof commandsOf>): RanCommands => ({
  texts: new Set(ran.map(({ text }) => text)),
  lines: new Set(ran.flatMap(({ isOne, text }) => (isOne && text !== '' ? [text] : []))),
  commands: ran.flatMap(({ commands }) => commands),
})

/** Whether a call ended well by what rules can see: a pipe may hide how its commands ended. */
export const endedWell = (call: ToolCall): boolean => {
  if (call.ok !== true) return false
  const ran = commandsOf(call)
  return ran.every(({ text }) => didRun(text, ranOf(ran)))
}

const commandsOf = (call: ToolCall) =>
  deedsOf(call).flatMap((deed) => {
    if (deed.kind !== 'RUN') return []
    const isLine = typeof deed.command === 'string'
    const text = (isLine ? deed.command : deed.command.map(quoted).join(' ')).trim()
    const alone = (isLine ? shellCommands(deed.command) : argvCommands(deed.command)).filter(({ masked }) => !masked)
    // The status of a pipe is that of its last command, and several lines are more than one command.
    const isOne = call.maskedPipe !== true && !text.includes('\n')
    return [{ text, isOne, commands: alone.flatMap(formsOf) }]
  })

/**
 * Whether a proposed command ran, where `<placeholders>` match varying values whatever they hold: blanks, quotes,
 * here-documents. A line of several commands ran if each of them did.
 */
export function didRun(command: string, { lines, commands }: RanCommands): boolean {
  if (lines.has(command.trim())) return true
  // Placeholders are hidden from the parser, for which `<` is a redirection.
  const parts = shellCommands(command.replace(PLACEHOLDER, (word) => `${OPEN}${word.slice(1, -1)}${CLOSE}`))
  return (
    parts.length > 0 &&
    parts.every((part) =>
      formsOf(part).some((words) => !words[0]!.includes(OPEN) && commands.some((ran) => isSame(words, ran))),
    )
  )
}

/** Why a command cannot be published as it ran, with `<placeholders>` of ours unless it ran with them; undefined if it can. */
export const whyNotPublished = (command: string, ran?: RanCommands): string | undefined =>
  whyNotAsItRan(ran?.texts.has(command.trim()) === true ? command : command.replace(PLACEHOLDER, 'x'))

/** Private-use characters that replace the brackets of a placeholder; no command holds them. */
const [OPEN, CLOSE] = ['\ue000', '\ue001']
const PLACEHOLDER = /<[a-z][\w.-]{0,39}>/gi
const HIDDEN = new RegExp(`${OPEN}[^${CLOSE}]{0,40}${CLOSE}`)
/** Placeholders of a draft that stand for any number of words. */
const MANY = new RegExp(`^${OPEN}(?:options|arguments|files|variables)(?:-\\d+)?${CLOSE}$`)

/** Whether a command is a proposed one with values in the place of its placeholders. */
function isSame(proposed: readonly string[], ran: readonly string[]): boolean {
  // reach[j]: the words of the proposed command so far can be the first j that ran.
  let reach = new Set([0])
  for (const word of proposed) {
    const next = new Set<number>()
    for (const at of reach) {
      if (MANY.test(word)) for (let j = at; j <= ran.length; j++) next.add(j)
      else if (at < ran.length && isWord(word, ran[at]!)) next.add(at + 1)
    }
    reach = next
  }
  return reach.has(ran.length)
}

/** A word with placeholders is the same if the text around them is. */
function isWord(proposed: string, ran: string): boolean {
  const parts = proposed.split(HIDDEN)
  if (parts.length === 1) return proposed === ran
  const [first, last] = [parts[0]!, parts.at(-1)!]
  return ran.length > first.length + last.length && ran.startsWith(first) && ran.endsWith(last)
}

/** The words of a command as typed, and without what only says how it runs. */
const formsOf = ({ typed, argv }: ShellCommand): readonly (readonly string[])[] =>
  typed === undefined ? [argv] : [typed.full, typed.bare].map((words) => words.map(({ text }) => text))

/**
 * Whether a call is part of a repair: it succeeded after a command failed, and at it or later that command succeeded; or it is
 * the failed command with other values, at the same place in the run.
 */
export function isRepair(calls: readonly ToolCall[], at: number): boolean {
  if (calls[at]?.ok !== true) return false
  if (isCorrected(calls, at)) return true
  const failed = new Set(calls.slice(0, at).flatMap((call) => (call.ok === false ? lineOf(call) : [])))
  return calls.slice(at).some((call) => call.ok === true && lineOf(call).some((line) => failed.has(line)))
}

/** Between the failed call and this one nothing else succeeded but looks and other tries of the same program. */
function isCorrected(calls: readonly ToolCall[], at: number): boolean {
  const [own] = actionsOf({ toolCalls: calls.slice(at, at + 1) })
  if (own === undefined) return false
  const tries = actionsOf({ toolCalls: calls.slice(0, at) })
  const from = tries.findLastIndex(({ ok, head }) => ok === false && head === own.head)
  return (
    from >= 0 && tries.slice(from).every(({ ok, head, kind }) => ok === false || head === own.head || LOOKS.has(kind))
  )
}

const LOOKS: ReadonlySet<Action['kind']> = new Set(['READ', 'LIST', 'SEARCH'])

const lineOf = (call: ToolCall): readonly string[] => {
  const command = commandOf(call)
  return command === undefined ? [] : [oneLine(command)]
}
