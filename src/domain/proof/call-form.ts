import { jsonIn, objectIn } from '../json-value.ts'
import type { StepOfRun } from './task.ts'

export interface WrittenCall extends StepOfRun {
  /** Placeholders in place of inputs or of their values. */
  readonly open: readonly string[]
}

/** Reads `tool(name=value, <placeholder>)`, `tool(name: "value")` and `tool {"name": "value"}`; undefined for anything else. */
export function writtenCall(code: string): WrittenCall | undefined {
  const tool = /^[A-Za-z_][\w.-]{0,79}/.exec(code)?.[0]
  if (tool === undefined) return undefined
  const rest = code.slice(tool.length).trim()
  if (rest.startsWith('(') && rest.endsWith(')')) return withArguments(tool, rest.slice(1, -1))
  const fields = objectIn(rest)
  return fields === undefined ? undefined : separated(tool, Object.entries(fields))
}

/** `name=value` or `name: value`, where nothing else stands. */
export function writtenInput(code: string): readonly [name: string, value: string] | undefined {
  const found = /^([A-Za-z_][\w-]{0,39})\s{0,3}[=:]\s{0,3}(\S.*)$/.exec(code)
  return found === null ? undefined : [found[1]!, unquoted(found[2]!.trim())]
}

function withArguments(tool: string, text: string): WrittenCall {
  const whole = objectIn(text)
  if (whole !== undefined) return separated(tool, Object.entries(whole))
  const parts = pieces(text).map((part, i): readonly [string, string] => {
    if (/^<[^<>]+>$/.test(part)) return [part.slice(1, -1), part]
    const named = /^([A-Za-z_][\w-]{0,79})\s{0,3}[=:]\s{0,3}(\S.*)$/s.exec(part)
    return named === null ? [`#${i}`, part] : [named[1]!, named[2]!]
  })
  return separated(tool, parts, unquoted)
}

function separated(
  tool: string,
  entries: readonly (readonly [string, unknown])[],
  read: (text: string) => unknown = (text) => text,
): WrittenCall {
  const isOpen = ([, value]: readonly [string, unknown]) => typeof value === 'string' && PLACEHOLDER.test(value)
  const closed = entries.filter((entry) => !isOpen(entry))
  return {
    tool,
    input: Object.fromEntries(closed.map(([name, value]) => [name, typeof value === 'string' ? read(value) : value])),
    open: entries.filter(isOpen).map(([name]) => name),
  }
}

const PLACEHOLDER = /<[a-z][\w .-]{0,39}>|^(?:…|\.\.\.)$/i

/** Splits at commas outside quotes and brackets. */
function pieces(text: string): readonly string[] {
  const parts: string[] = []
  let [depth, from, quote] = [0, 0, '']
  for (let i = 0; i <= text.length; i++) {
    const letter = text[i] ?? ','
    if (quote !== '') {
      if (letter === '\\') i++
      else if (letter === quote) quote = ''
    } else if (letter === '"' && i < text.length) quote = letter
    else if ('([{'.includes(letter)) depth++
    else if (')]}'.includes(letter)) depth--
    if ((letter === ',' && depth <= 0 && quote === '') || i >= text.length) {
      parts.push(text.slice(from, i).trim())
      from = i + 1
    }
  }
  return parts.filter((part) => part !== '')
}

function unquoted(text: string): string {
  if (!/^".*"$/s.test(text)) return text.replace(/^'(.*)'$/s, '$1')
  return String(jsonIn(text) ?? text.slice(1, -1))
}
