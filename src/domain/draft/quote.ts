import { nfkc } from '../signature.ts'

/** Longest quotation of a request, in code points. */
const MAX_QUOTE = 160

/** User text as inert text on one line: no markup, template syntax, tags or control characters. */
export function quote(text: string, max = MAX_QUOTE): string {
  const line = visible(nfkc(text))
    .replace(/@@skill=/gi, 'skill=')
    .replace(/[`"“”„]+/g, "'")
    .replace(/\$(?=[\p{L}\p{N}_{(@*#?!$-])/gu, '')
    .replace(/[<[{]/g, '(')
    .replace(/[>\]}]/g, ')')
    .replace(/-{3,}/g, '--')
    .replace(/\s+/g, ' ')
    .trim()
  return cut(line, max)
}

/** Longest inline code, in code points. */
const MAX_CODE = 120

/**
 * A command, path or name as inert inline code: text that an engine would expand, run or read as a tag is broken up. `>` stays:
 * it opens no tag, and `2›&1` would be read as a command that goes on in the background.
 */
export function code(text: string, max = MAX_CODE): string {
  return fence(inertCode(text), max)
}

/** The inert text of `code` without backticks, to be joined with placeholders and given to `fence`. */
export function inertCode(text: string): string {
  return visible(text)
    .replace(/@@skill=/gi, 'skill=')
    .replace(/`+/g, "'")
    .replace(/\$\{?([A-Za-z_]\w*)\}?/g, '($1)')
    .replace(/\$(?=[\p{L}\p{N}_{(@*#?!$-])/gu, '')
    .replaceAll('<', '‹')
    .replace(/([!@{$])(?=\{)/g, '$1 ')
    .replace(/\}(?=\})/g, '} ')
    .replace(/-{3,}/g, '--')
    .replace(/\s+/g, ' ')
}

/** Wraps inert text as inline code; a final `!` gets a blank, because some engines run inline code after `!`. */
export function fence(text: string, max = MAX_CODE): string {
  return `\`${cut(text.trim(), max).replace(/!$/, '! ')}\``
}

/** Without control, format (bidirectional marks, zero width, tags), private-use and lone surrogate characters. */
const visible = (text: string): string =>
  text.replace(/(?:[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Cn}\u2028\u2029\u115f\u1160\u3164\uffa0]|[\ufe00-\ufe0f])+/gu, ' ')

/** Truncates to `max` code points, the last an ellipsis. */
export function cut(text: string, max: number): string {
  const points = [...text]
  return points.length <= max
    ? text
    : `${points
        .slice(0, max - 1)
        .join('')
        .trimEnd()}…`
}
