import { PRINTED, TERMINAL } from '../draft/paste.ts'
import { namesTask } from '../draft/request-words.ts'
import { stripPlaceholders } from '../redaction/placeholder.ts'
import { MAX_TEXT } from './features.ts'

/**
 * The text by which requests are compared: `askedBesidePaste`, else the message, without placeholders of redaction; at
 * most `MAX_TEXT` characters.
 */
export const askedText = (text: string): string => stripPlaceholders(askedBesidePaste(text) ?? text).slice(0, MAX_TEXT)

/**
 * A message without its pasted parts: code blocks, quotations, lines of program output, what follows an announcing
 * colon, long paragraphs beside short ones. Undefined if nothing was pasted, or if the rest names no task.
 */
export function askedBesidePaste(text: string): string | undefined {
  const read = text.slice(0, MAX_READ)
  if (read.length <= LONG && !read.includes('\n')) return undefined
  const own = withoutPastes(read)
  return own.length < read.trim().length && namesTask(own) ? own : undefined
}

/** Characters of a message that are read; the rest counts as pasted. */
const MAX_READ = 4_000
/** Characters: more behind a colon, or twice as many in one of several paragraphs, is a paste (real requests). */
const LONG = 120

const BLOCKS = /```[\s\S]*?(?:```|$)|"""[\s\S]*?(?:"""|$)|(?<=[\s:])(?:"[^"\n]{80,}"|“[^“”\n]{80,}”)/g
/** A line of a terminal, and what the command printed: all up to a blank line. */
const TYPED_AND_PRINTED = new RegExp(`${TERMINAL.source}[^\\n]*(?:\\n[ \\t]*[^\\s][^\\n]*)*`, 'gm')

/** "I got this feedback: …", "fix these errors:"; not the colon of an address or a time. */
const ANNOUNCES = /^([^:]{4,120}):(?:\s+(\S.*))?$/

function withoutPastes(text: string): string {
  const lines = text
    .replace(BLOCKS, '\n')
    .replace(TYPED_AND_PRINTED, '\n')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
  const own: string[] = []
  for (const [i, line] of lines.entries()) {
    if (PRINTED.test(line)) continue
    const [, announcement, rest = ''] = ANNOUNCES.exec(line) ?? []
    if (announcement !== undefined && (rest === '' ? i < lines.length - 1 : rest.length > LONG))
      return [...own, announcement].join('\n')
    if (line.length <= 2 * LONG || lines.length === 1) own.push(line)
  }
  return own.join('\n')
}
