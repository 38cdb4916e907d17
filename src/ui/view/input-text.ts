import { isFields } from '../../domain/json-value.ts'

/** Characters of one call's input. */
const MAX_INPUT = 4_000
/** What a call is about, which is shown first and without a name. */
const MAIN = ['command', 'cmd']

/** The input of a tool call as lines for a person: a command as it is, other parts by name, lines within them as lines. */
export function inputText(input: unknown): string {
  const text = isFields(input) ? partsText(Object.entries(input)) : valueText(input)
  return text.length > MAX_INPUT ? `${text.slice(0, MAX_INPUT)}…` : text
}

function partsText(parts: readonly (readonly [string, unknown])[]): string {
  const [only, ...more] = parts
  if (only !== undefined && more.length === 0 && typeof only[1] === 'string') return only[1]
  const isMain = ([name]: readonly [string, unknown]) => MAIN.includes(name)
  return [
    ...parts.filter(isMain).map(([, value]) => valueText(value)),
    ...parts.filter((part) => !isMain(part)).map(([name, value]) => named(name, valueText(value))),
  ].join('\n')
}

const named = (name: string, text: string): string =>
  text.includes('\n') ? `${name}:\n${text.replace(/^/gm, '  ')}` : `${name}: ${text}`

function valueText(value: unknown): string {
  if (typeof value === 'string') return value
  if (Array.isArray(value) && value.every((one) => typeof one === 'string')) return value.map(asWord).join(' ')
  return JSON.stringify(value, null, isFields(value) ? 2 : undefined) ?? ''
}

/** A word of a command; quoted where it would be taken for several. */
const asWord = (text: string): string => (/^[^\s"'\\]+$/.test(text) ? text : JSON.stringify(text))
