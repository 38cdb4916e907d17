import { CHILD_MARK } from './child-mark.ts'
import { FIRST_LINES, LAST_LINES, NOTICES } from './draft/body-ends.ts'
import { HINT_END, HINT_MARK, HINT_OPENING } from './hint-text.ts'

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

/** A piece of a text, as offsets: its first character, and the one after its last. */
interface Span {
  readonly start: number
  readonly end: number
}

/** Finds the next piece at or after an offset, in time linear in the text that it scans. */
type Finder = (text: string, from: number) => Span | undefined

/** A hint, from its mark to its closing words or the end of the line; amid a line its opening words tell it. */
const hint: Finder = (text, from) => {
  for (let at = text.indexOf(HINT_MARK, from); at >= 0; at = text.indexOf(HINT_MARK, at + 1)) {
    if (!text.startsWith(HINT_OPENING, at) && !beginsLine(text, at, from)) continue
    const stop = lineEnd(text, at)
    const last = text.slice(at, stop).indexOf(HINT_END)
    return { start: at, end: last < 0 ? beforeTag(text, at, stop) : at + last + HINT_END.length }
  }
  return undefined
}

/** An answer of this package's hook that an agent stored unparsed: one line of JSON with a hint in it. */
const hookAnswer: Finder = (text, from) => {
  for (let at = text.indexOf(ANSWER, from); at >= 0; at = text.indexOf(ANSWER, at + 1)) {
    const stop = lineEnd(text, at)
    const quoted = text.slice(at, stop).lastIndexOf('}')
    if (quoted >= 0 && text.slice(at, at + quoted).includes(`"${HINT_MARK}`)) return { start: at, end: at + quoted + 1 }
    at = stop
  }
  return undefined
}

const ANSWER = '{"hookSpecificOutput":'

const news: Finder = (text, from) => {
  const start = text.indexOf('wayland-core: ', from)
  return start < 0 ? undefined : firstOf(NEWS, text, start)
}

/**
 * A rendered skill, its SKILL.md, or a draft's text alone, with the label of the arguments that follow. The last line
 * of a text by a person or a model is not known: there, everything that follows counts as the skill's.
 */
const skillText: Finder = (text, from) => {
  let last: number | undefined
  for (let found = firstOf(SKILL_TEXT, text, from); found !== undefined; found = firstOf(SKILL_TEXT, text, found.end)) {
    const { start } = found
    if (last === undefined || (last >= 0 && last < start)) last = lastLineOf(text, start)
    if (last < 0 && text.startsWith(FIRST_LINES, start)) continue
    const end = last < 0 ? openEnd(text, start) : lineEnd(text, last + 1)
    const label = /^\s{0,4}ARGUMENTS: /.exec(text.slice(end, end + 20))
    return { start, end: end + (label?.[0].length ?? 0) }
  }
  return undefined
}

/** Offset of the line break before the next closing line of a draft; -1 where there is none. */
function lastLineOf(text: string, from: number): number {
  const found = LAST_LINES.map((line) => text.indexOf(`\n${line}`, from)).filter((at) => at >= 0)
  return found.length === 0 ? -1 : Math.min(...found)
}

const SKILL_TEXT = new RegExp(
  [
    String.raw`Base directory for this skill: (?=[/~\\]|[A-Z]:)`,
    String.raw`---\nname: [^\n]{1,80}\ndescription: [^\n]{1,8000}\nmetadata:\n {2}source: "wayland-core"\n`,
    ...NOTICES,
    String.raw`Signature: [^\n]{1,400}\nEvidence: \d{1,6} (?:consecutive )?successful turns`,
    FIRST_LINES,
  ].join('|'),
  'g',
)

/** The end of a skill's text whose last line is not known: at the tag around it, or before its arguments. */
function openEnd(text: string, start: number): number {
  const name = OPENING.exec(text.slice(Math.max(0, start - WRAPPER), start))?.[1]
  const closing = name === undefined ? -1 : text.indexOf(`</${name}>`, start)
  if (closing >= 0) return closing
  const label = text.lastIndexOf('\n\nARGUMENTS: ')
  return label > start ? label : text.length
}

/** A skill that an agent inserted in place of its name: `<skill name="…" location="…/SKILL.md">…</skill>`. */
const skillBlock: Finder = (text, from) => {
  for (let start = text.indexOf('<skill', from); start >= 0; start = text.indexOf('<skill', start + 1)) {
    const head = text.slice(start, start + 1_000)
    if (!/^<skill[\s>]/.test(head) || !head.includes('SKILL.md')) continue
    const end = text.indexOf('</skill>', start)
    return end < 0 ? undefined : { start, end: end + '</skill>'.length }
  }
  return undefined
}

/** Finders of every kind of text that this package shows to a model. */
const OWN_TEXTS: readonly Finder[] = [hint, hookAnswer, news, skillText, skillBlock]

/** Characters before a piece in which a tag around it is searched for. */
const WRAPPER = 400
/** A tag that opens right before a piece. */
const OPENING = /<([A-Za-z][\w:.-]{0,60})(?:\s[^<>]{0,300})?>\s{0,8}$/

function firstOf(pattern: RegExp, text: string, from: number): Span | undefined {
  pattern.lastIndex = from
  const match = pattern.exec(text)
  return match === null ? undefined : { start: match.index, end: match.index + match[0].length }
}

/** The end of a piece within its line: before the closing tag that matches the tag right before the piece, if any. */
function beforeTag(text: string, start: number, end: number): number {
  const name = OPENING.exec(text.slice(Math.max(0, start - WRAPPER), start))?.[1]
  const closing = name === undefined ? -1 : text.slice(start, end).lastIndexOf(`</${name}>`)
  return closing < 0 ? end : start + closing
}

function lineEnd(text: string, from: number): number {
  const end = text.indexOf('\n', from)
  return end < 0 ? text.length : end
}

/** Longest indent of a hint, in characters. */
const MAX_INDENT = 200

/** Whether only blanks, or a tag, precede an offset in its line. */
function beginsLine(text: string, at: number, from: number): boolean {
  const before = text.slice(Math.max(from, at - MAX_INDENT), at).trimEnd()
  const blanks = text.slice(Math.max(from, at - MAX_INDENT) + before.length, at)
  return before === '' || blanks.includes('\n') || before.endsWith('>')
}

/** Skills that the line names; further ones are counted. */
const MAX_NAMED = 3

/** One line that tells a person of new skills, all drafts or not; undefined where there are none. */
export function newsLine(skills: readonly string[], areDrafts = true): string | undefined {
  if (skills.length === 0) return undefined
  const more = skills.length > MAX_NAMED ? ` and ${skills.length - MAX_NAMED} more` : ''
  const named = `${skills.slice(0, MAX_NAMED).join(', ')}${more}`
  const [one, many] = areDrafts ? DRAFTED : WAITING
  const what = skills.length === 1 ? one : many
  return `wayland-core: ${what}: ${named}. To review: wayland-core --skills-audit`
}

const DRAFTED = ['a skill was drafted from your own runs', 'skills were drafted from your own runs'] as const
const WAITING = ['a skill waits for your look', 'skills wait for your look'] as const

/** Matches that line within a text. */
const NEWS =
  /wayland-core: (?:(?:a skill was|skills were) drafted from your own runs|(?:a skill waits|skills wait) for your look): [^\n]{1,900}?\. To review: wayland-core --skills-audit/g
