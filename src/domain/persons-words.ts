import { CHILD_MARK } from './child-mark.ts'
import { OPENING, OWN_TEXTS, type Span, WRAPPER } from './own-texts.ts'

/**
 * A request reduced to what the person wrote: without hints, news and skills' texts of this package, the blocks in
 * which agents wrap them, and files that agents append. The same string where there is nothing to remove, otherwise
 * trimmed; empty where no words of a person are left. Takes time linear in the text.
 */
export function personsWords(text: string): string {
  if (text.startsWith(CHILD_MARK)) return ''
  const words = withoutOwnTexts(withoutReferences(withoutTags(text)))
  return words === text ? text : words.trim()
}

/** A text without the tagged blocks that programs add around a person's words. */
export function withoutTags(text: string): string {
  return text.includes('<') ? ADDED.reduce(withoutBlocks, text) : text
}

/** Tags in which engines wrap added text: reminders, the editor's state, output of hooks. */
const ADDED = [
  'system-reminder',
  'user-prompt-submit-hook',
  'ide_opened_file',
  'ide_selection',
  'ide_diagnostics',
  'hook_context',
  'hook_prompt',
  'qwen:user-prompt-submit-context',
  'activated_skill',
]

/** Cuts `<name …>…</name>` in one pass; an unclosed block stays. */
function withoutBlocks(text: string, name: string): string {
  const close = `</${name}>`
  let kept = ''
  let from = 0
  for (let start = text.indexOf(`<${name}`); start >= 0; start = text.indexOf(`<${name}`, from)) {
    const end = text.indexOf(close, start)
    if (end < 0) break
    kept += text.slice(from, start)
    from = end + close.length
  }
  return from === 0 ? text : kept + text.slice(from)
}

/** What Gemini CLI and Qwen Code append for the files that a request names by `@path`. */
function withoutReferences(text: string): string {
  const start = text.indexOf(REFERENCES)
  if (start < 0) return text
  const end = text.indexOf(REFERENCES_END, start)
  return text.slice(0, start) + (end < 0 ? '' : text.slice(end + REFERENCES_END.length))
}

const REFERENCES = '\n--- Content from referenced files ---'
const REFERENCES_END = '\n--- End of content ---'

/** Removes texts of this package, each with the wrapper that an agent put around it. */
function withoutOwnTexts(text: string): string {
  let kept = ''
  let from = 0
  for (const piece of joined(text, ownTexts(text))) {
    const { start, end } = widened(text, piece, from)
    kept += text.slice(from, start)
    from = end
  }
  return from === 0 ? text : kept + text.slice(from)
}

/** Yields the outermost pieces, in order. */
function* ownTexts(text: string): Generator<Span, void, undefined> {
  const next = OWN_TEXTS.map((find) => find(text, 0))
  for (let from = 0; ; ) {
    for (const [i, find] of OWN_TEXTS.entries()) {
      const found = next[i]
      if (found !== undefined && found.start < from) next[i] = find(text, from)
    }
    const first = next.reduce((a, b) => (b === undefined || (a !== undefined && a.start <= b.start) ? a : b), undefined)
    if (first === undefined) return
    yield first
    from = first.end
  }
}

/** Merges pieces that only blanks separate. */
function* joined(text: string, pieces: Iterable<Span>): Generator<Span, void, undefined> {
  let open: Span | undefined
  for (const piece of pieces) {
    if (open !== undefined && text.slice(open.end, piece.start).trim() === '') open = { ...open, end: piece.end }
    else {
      if (open !== undefined) yield open
      open = piece
    }
  }
  if (open !== undefined) yield open
}

/** Nested wrappers that are removed at most. */
const MAX_WRAPPED = 4

/** A piece widened by the tags that hold nothing else, and by the words that announce a hook's output. */
function widened(text: string, span: Span, from: number): Span {
  let { start, end } = span
  for (let n = 0; n < MAX_WRAPPED; n++) {
    const before = text.slice(Math.max(from, start - WRAPPER), start)
    const announced = ANNOUNCED.exec(before)?.[0].length ?? 0
    start -= announced
    const [opening, name] = OPENING.exec(announced === 0 ? before : before.slice(0, -announced)) ?? []
    const closing = name === undefined ? -1 : closingAt(text, end, name)
    if (opening === undefined || closing < 0) return { start, end }
    start -= opening.length
    end = closing
  }
  return { start, end }
}

const ANNOUNCED =
  /(?:\b[A-Z]\w{2,40} hook (?:additional context|success|feedback|output):|\bHook (?:context|output):)\s{0,4}$/

/** Offset after the closing tag of `name`, where only blanks precede it; otherwise -1. */
function closingAt(text: string, end: number, name: string): number {
  const close = `</${name}>`
  let at = end
  while (at < end + 16 && /\s/.test(text.charAt(at))) at++
  return text.startsWith(close, at) ? at + close.length : -1
}
