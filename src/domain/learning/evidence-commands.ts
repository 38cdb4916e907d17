import { type ShellCommand, shellCommands } from '../draft/shell.ts'
import { deedsOf } from '../draft/tools.ts'
import type { ToolCall } from '../run.ts'
import { oneLine } from './one-line.ts'
import type { SessionTurn } from './session.ts'

/** Commands that ran and succeeded, as typed with blanks collapsed: whole lines, and each command of a line. */
export function commandsThatRan(turns: Iterable<SessionTurn>): ReadonlySet<string> {
  const calls = [...turns].flatMap(({ trajectory }) => trajectory.toolCalls ?? [])
  const ran = calls.filter(({ ok }) => ok === true).flatMap(commandsOf)
  return new Set(ran.filter((command) => command !== ''))
}

const commandsOf = (call: ToolCall): readonly string[] =>
  deedsOf(call).flatMap((deed) => {
    if (deed.kind !== 'RUN') return []
    const line = typeof deed.command === 'string' ? deed.command : deed.command.join(' ')
    const alone = shellCommands(line).filter(({ masked }) => !masked)
    // The status of a pipe is that of its last command, and several lines are more than one command.
    const whole = call.maskedPipe === true || line.trim().includes('\n') ? [] : [oneLine(line)]
    return [...whole, ...alone.map(typedText)]
  })

/**
 * Whether a proposed command ran, where `<placeholders>` match varying words. A line of several commands ran if each of
 * them did.
 */
export function didRun(command: string, ran: ReadonlySet<string>): boolean {
  if (matchesOne(oneLine(command), ran)) return true
  // Placeholders are hidden from the parser, for which `<` is a redirection.
  const parts = shellCommands(command.replace(PLACEHOLDER, (word) => `${OPEN}${word.slice(1, -1)}${CLOSE}`))
  const texts = parts.map((part) => typedText(part).replaceAll(OPEN, '<').replaceAll(CLOSE, '>'))
  return texts.length > 1 && texts.every((text) => text !== '' && matchesOne(text, ran))
}

/** Private-use characters that replace the brackets of a placeholder; no command holds them. */
const [OPEN, CLOSE] = ['\ue000', '\ue001']
const PLACEHOLDER = /<[a-z][\w.-]{0,39}>/gi

function matchesOne(command: string, ran: ReadonlySet<string>): boolean {
  if (ran.has(command)) return true
  const words = command.split(' ')
  // The program is never a placeholder, nor is all that follows it where anything else was said.
  if (!words.some((word) => word.match(PLACEHOLDER) !== null) || words[0]?.match(PLACEHOLDER) !== null) return false
  return [...ran].some((line) => sameWords(words, line.split(' ')))
}

/** Compares word by word; a word with placeholders matches if the text around them is equal. */
function sameWords(pattern: readonly string[], words: readonly string[]): boolean {
  if (pattern.length !== words.length) return false
  return pattern.every((one, i) => {
    const word = words[i] ?? ''
    const parts = one.split(PLACEHOLDER)
    if (parts.length === 1) return one === word
    const [first = '', last = ''] = [parts[0], parts.at(-1)]
    return word.length > first.length + last.length && word.startsWith(first) && word.endsWith(last)
  })
}

const typedText = ({ typed, argv }: ShellCommand): string =>
  oneLine(typed === undefined ? argv.join(' ') : typed.full.map(({ text }) => text).join(' '))
