import type { Span } from '../redaction/placeholder.ts'
import { tokenSpans } from '../redaction/tokens.ts'
import { decoded } from './decoded.ts'
import { DESTRUCTION } from './destruction.ts'
import { excerptOf, lineCounter } from './excerpt.ts'
import { EXFILTRATION } from './exfiltration.ts'
import { INJECTION } from './injection.ts'
import { REMOTE_CODE } from './remote-code.ts'
import { byGravity, type Finding, type Hit, hitsOf, type Rule } from './rule.ts'
import { type IsLate, LATE } from './time-limit.ts'
import { type Unfolded, unfolded } from './unfold.ts'
import { UNICODE } from './unicode.ts'

/** Every rule on words, which a test holds to examples that it must and must not meet. */
export const WORD_RULES: readonly Rule[] = [...INJECTION, ...REMOTE_CODE, ...EXFILTRATION, ...DESTRUCTION]

/** Rules on invisible characters, of which an unfolded text has none. */
export const UNSEEN_RULES: readonly Rule[] = UNICODE

/** Maximum number of characters read of one text and of all texts of a skill; more is a finding that blocks. */
export const MAX_TEXT = 4 * 1024 * 1024
/** Length of the pieces that the rules are tried on, and of their overlap, which exceeds the reach of every rule. */
const PIECE = 256 * 1024
const OVERLAP = 16 * 1024
/** Maximum number of findings of one file; the gravest are kept. */
export const MAX_FINDINGS = 100

/**
 * Looks for dangers in a text: injected orders, unseen characters, remote or hidden code, exfiltration, destruction. Split, disguised and encoded forms are undone first. One finding
 * a rule and line, the gravest; in order of lines. Pure, linear in the length of the text. When the time is up, the
 * rest is a finding that blocks.
 */
export function scanText(
  text: string,
  { file, isLate = never }: { readonly file: string; readonly isLate?: IsLate },
): readonly Finding[] {
  const read = text.length > MAX_TEXT ? text.slice(0, MAX_TEXT) : text
  const hits: Hit[] = []
  const unread = (why: string, at: number) => hits.push({ rule: 'unread', severity: 'block', why, at, length: 1 })
  const late = look(read, isLate, hits.push.bind(hits))
  if (late !== undefined) unread(LATE, late)
  else if (text.length > MAX_TEXT) unread(UNREAD, read.length - 1)
  return folded(hits, read, file)
}

/** The rest was not scanned and may hold anything. */
export const UNREAD = `more text than is looked at: ${MAX_TEXT / 1024 / 1024} MiB in all its files`

/** On an unfolded text the word rules alone: invisible characters were found in the plain text already. */
const ALL_RULES = [...WORD_RULES, ...UNSEEN_RULES]

const never: IsLate = () => false

/**
 * Tries the rules on a text as it stands, on its unfolded form, and on what either has in encodings, which are looked at
 * in the same way. Returns the place that was come to when the time was up.
 */
function look(text: string, isLate: IsLate, add: (hit: Hit) => void): number | undefined {
  const plain = unfolded(text)
  if (plain?.isDeeper === true)
    add({ rule: 'unread', severity: 'warn', why: 'words are disguised more often than is undone', at: 0, length: 1 })
  for (const form of plain === undefined ? [{ text, origin: asIs }] : [{ text, origin: asIs }, plain]) {
    const late = lookAt(form, isLate, add)
    if (late !== undefined) return late
  }
  return undefined
}

const asIs = (position: number): number => position

function lookAt({ text, origin }: Unfolded, isLate: IsLate, add: (hit: Hit) => void): number | undefined {
  const place = (hit: Hit, from: number): Hit => {
    const at = origin(from + hit.at)
    return { ...hit, at, length: origin(from + hit.at + hit.length) - at }
  }
  for (let from = 0; from < Math.max(text.length, 1); from += PIECE) {
    const piece = text.length <= PIECE ? text : text.slice(from, from + PIECE + OVERLAP)
    for (const rule of origin === asIs ? ALL_RULES : WORD_RULES) {
      if (isLate()) return origin(from)
      for (const hit of hitsOf(rule, piece)) add(place(hit, from))
    }
  }
  if (origin === asIs) secrets(text, add)
  for (const { text: inner, at, length } of decoded(text)) {
    const late = look(inner, isLate, (hit) => {
      if (hit.severity !== 'note') add(place({ ...hit, why: `${hit.why} (encoded)`, at, length }, 0))
    })
    if (late !== undefined) return origin(at)
  }
  return undefined
}

/** Adds tokens of providers, whose form is unambiguous. */
function secrets(text: string, add: (hit: Hit) => void): void {
  const spans: Span[] = []
  tokenSpans(text, spans)
  for (const { start, end, kind } of spans)
    if (kind !== 'generated' && !/example|xxxx|1234567890/i.test(text.slice(start, end)))
      add({
        rule: 'secret',
        severity: 'warn',
        why: `holds what looks like a secret (${kind})`,
        at: start,
        length: end - start,
      })
}

/** The findings of a text: of each rule and line the gravest hit, as many as are kept, in order of lines. */
function folded(hits: readonly Hit[], text: string, file: string): readonly Finding[] {
  const lineOf = lineCounter(text)
  const kept = new Map<string, Hit & { readonly line: number }>()
  for (const hit of hits) {
    // The line where it is seen, not the blank before it.
    const blank = /^\s*/.exec(text.slice(hit.at, hit.at + 200))![0].length
    const line = lineOf(hit.at + Math.min(blank, hit.length))
    const known = kept.get(`${line}\0${hit.rule}`)
    if (known === undefined || byGravity(hit, known) < 0) kept.set(`${line}\0${hit.rule}`, { ...hit, line })
  }
  return [...kept.values()]
    .sort((a, b) => byGravity(a, b) || a.line - b.line)
    .slice(0, MAX_FINDINGS)
    .sort((a, b) => a.line - b.line)
    .map(({ rule, severity, line, at, length, why }) => ({
      rule,
      severity,
      file,
      line,
      excerpt: excerptOf(text, at, length),
      why,
    }))
}
