import type { Span } from '../redaction/placeholder.ts'
import { tokenSpans } from '../redaction/tokens.ts'
import { cueIndex } from './cues.ts'
import { decoded } from './decoded.ts'
import { excerptOf } from './excerpt.ts'
import { byGravity, type Finding } from './finding.ts'
import { frontMatterFindings } from './front-matter.ts'
import { lineCounter } from './lines.ts'
import { type Hit, hitsOf } from './rule.ts'
import { UNSEEN_RULES, WORD_RULES } from './rules.ts'
import { type IsLate, LATE } from './time-limit.ts'
import { type Unfolded, unfolded } from './unfold.ts'

/** Maximum number of characters read of one text and of all texts of a skill; more is a finding that blocks. */
export const MAX_TEXT = 4 * 1024 * 1024
/** Length of the pieces that the rules are tried on, and of their overlap, which exceeds the reach of every rule. */
const PIECE = 256 * 1024
const OVERLAP = 16 * 1024
/** Maximum number of findings of one file; the gravest are kept. */
export const MAX_FINDINGS = 100

/**
 * Looks for dangers in a text: injected orders, unseen characters, remote or hidden code, exfiltration, destruction,
 * persistence, live templates, front matter that acts. Split, disguised and encoded forms are undone first. One finding
 * a rule and line, the gravest; in order of lines. Pure, linear in the length of the text. When the time is up, the
 * rest is a finding that blocks.
 */
export function scanText(
  text: string,
  { file, isLate = never }: { readonly file: string; readonly isLate?: IsLate },
): readonly Finding[] {
  const read = text.length > MAX_TEXT ? text.slice(0, MAX_TEXT) : text
  const found = new Findings(read, file)
  const unread = (why: string, at: number) => found.add({ rule: 'unread', severity: 'block', why, at, length: 1 })
  const late = look(read, isLate, (hit) => found.add(hit))
  if (late !== undefined) unread(LATE, late)
  else if (text.length > MAX_TEXT) unread(UNREAD, read.length - 1)
  if (/\.(?:md|mdx|markdown)$/i.test(file)) for (const finding of frontMatterFindings(read)) found.add(finding)
  return found.list()
}

/** The rest was not scanned and may hold anything. */
export const UNREAD = `more text than is looked at: ${MAX_TEXT / 1024 / 1024} MiB in all its files`

const plainRules = cueIndex([...WORD_RULES, ...UNSEEN_RULES])
/** Invisible characters were found in the plain text already. */
const unfoldedRules = cueIndex(WORD_RULES)

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
  const rulesOf = origin === asIs ? plainRules : unfoldedRules
  const place = (hit: Hit, from: number): Hit => {
    const at = origin(from + hit.at)
    return { ...hit, at, length: origin(from + hit.at + hit.length) - at }
  }
  let hasRuns = false
  for (let from = 0; from < Math.max(text.length, 1); from += PIECE) {
    const piece = text.length <= PIECE ? text : text.slice(from, from + PIECE + OVERLAP)
    const { rules, features } = rulesOf(piece)
    hasRuns ||= features.has('longRun')
    for (const rule of rules) {
      if (isLate()) return origin(from)
      for (const hit of hitsOf(rule, piece)) add(place(hit, from))
    }
  }
  if (!hasRuns) return undefined
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

/** Findings of one text, folded by rule and line. */
class Findings {
  readonly #text: string
  readonly #file: string
  readonly #line: (position: number) => number
  readonly #kept = new Map<string, Hit & { readonly line: number }>()

  constructor(text: string, file: string) {
    this.#text = text
    this.#file = file
    this.#line = lineCounter(text)
  }

  add(hit: Hit): void {
    // The line where it is seen, not the blank before it.
    const blank = /^\s*/.exec(this.#text.slice(hit.at, hit.at + 200))![0].length
    const line = this.#line(hit.at + Math.min(blank, hit.length))
    const key = `${line}\0${hit.rule}`
    const known = this.#kept.get(key)
    if (known === undefined || byGravity(hit, known) < 0) this.#kept.set(key, { ...hit, line })
  }

  list(): readonly Finding[] {
    return [...this.#kept.values()]
      .sort((a, b) => byGravity(a, b) || a.line - b.line)
      .slice(0, MAX_FINDINGS)
      .sort((a, b) => a.line - b.line)
      .map(({ rule, severity, line, at, length, why }) => ({
        rule,
        severity,
        file: this.#file,
        line,
        excerpt: excerptOf(this.#text, at, length),
        why,
      }))
  }
}
