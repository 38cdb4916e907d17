import type { Span } from '../redaction/placeholder.ts'
import { tokenSpans } from '../redaction/tokens.ts'
import { CONCEALMENT } from './concealment.ts'
import { cueIndex } from './cues.ts'
import { decoded } from './decoded.ts'
import { DESTRUCTION } from './destruction.ts'
import { EGRESS } from './egress.ts'
import { excerptOf } from './excerpt.ts'
import { EXFILTRATION } from './exfiltration.ts'
import { type Finding, SEVERITIES } from './finding.ts'
import { frontMatterFindings } from './front-matter.ts'
import { INJECTION } from './injection.ts'
import { OTHER_LANGUAGES } from './languages.ts'
import { lineCounter } from './lines.ts'
import { MARKUP } from './markup.ts'
import { OBFUSCATION } from './obfuscation.ts'
import { PARAPHRASE } from './paraphrase.ts'
import { PERSISTENCE } from './persistence.ts'
import { PLAIN_WORDS } from './plain-words.ts'
import { PRETEXTS } from './pretexts.ts'
import { isQuotedToDefend } from './quotation.ts'
import { REMOTE_CODE } from './remote-code.ts'
import { type Hit, hitsOf, type Rule, type Severity } from './rule.ts'
import { SECRETS_IN_WORDS } from './secrets-in-words.ts'
import { SET_ASIDE } from './set-aside.ts'
import { SUPPLY } from './supply.ts'
import { type IsLate, LATE } from './time-limit.ts'
import { TOLD_TO_THE_MODEL } from './told-to-the-model.ts'
import { unfold } from './unfold.ts'
import { UNICODE } from './unicode.ts'

/** Maximum number of characters read of one text and of all texts of a skill; more is a finding that blocks. */
export const MAX_TEXT = 4 * 1024 * 1024
/** Length of the pieces that the rules are tried on, and of their overlap, which exceeds the reach of every rule. */
const PIECE = 256 * 1024
const OVERLAP = 16 * 1024
/** Maximum number of findings of one file; the gravest are kept. */
export const MAX_FINDINGS = 100
/** Maximum depth of nested encodings that are decoded. */
const MAX_DEPTH = 2

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
  for (let from = 0; from < Math.max(read.length, 1); from += PIECE)
    if (
      !look(read.slice(from, from + PIECE + OVERLAP), { depth: 0, isLate }, (raw) =>
        found.add({ ...raw, at: raw.at + from }),
      )
    ) {
      found.add({ rule: 'unread', severity: 'block', why: LATE, at: from, length: 1 })
      return found.list()
    }
  if (/\.(?:md|mdx|markdown)$/i.test(file)) for (const finding of frontMatterFindings(read)) found.add(finding)
  if (text.length > MAX_TEXT)
    found.add({ rule: 'unread', severity: 'block', why: UNREAD, at: read.length - 1, length: 1 })
  return found.list()
}

/** The rest was not scanned and may hold anything. */
export const UNREAD = `more text than is looked at: ${MAX_TEXT / 1024 / 1024} MiB in all its files`

const CODE_RULES = [
  ...INJECTION,
  ...PARAPHRASE,
  ...SET_ASIDE,
  ...CONCEALMENT,
  ...PLAIN_WORDS,
  ...TOLD_TO_THE_MODEL,
  ...PRETEXTS,
  ...OTHER_LANGUAGES,
  ...REMOTE_CODE,
  ...EXFILTRATION,
  ...SECRETS_IN_WORDS,
  ...EGRESS,
  ...SUPPLY,
  ...DESTRUCTION,
  ...PERSISTENCE,
  ...OBFUSCATION,
  ...MARKUP,
]
const plainRules = cueIndex([...CODE_RULES, ...UNICODE])
/** Invisible characters were found in the plain text already. */
const unfoldedRules = cueIndex(CODE_RULES)

interface RawFinding {
  readonly rule: string
  readonly severity: Severity
  readonly why: string
  readonly at: number
  readonly length: number
}

const never: IsLate = () => false

/** Tries the rules on a text, on its unfolded form and on its decoded pieces; false if the time was up. */
function look(
  text: string,
  { depth, isLate }: { readonly depth: number; readonly isLate: IsLate },
  add: (raw: RawFinding) => void,
): boolean {
  const { rules, features } = plainRules(text)
  for (const rule of rules) {
    if (isLate()) return false
    for (const hit of hitsOf(rule, text)) add({ ...rule, ...hit, severity: severityOf(rule, hit, text) })
  }
  const plain = unfold(text)
  if (plain !== undefined)
    for (const rule of unfoldedRules(plain.text).rules) {
      if (isLate()) return false
      for (const hit of hitsOf(rule, plain.text)) {
        const from = plain.origin(hit.at)
        const severity = severityOf(rule, hit, plain.text)
        add({ ...rule, severity, at: from, length: plain.origin(hit.at + hit.length) - from })
      }
    }
  if (!features.has('longRun')) return true
  secrets(text, add)
  if (depth === MAX_DEPTH) return true
  return decoded(text).every((piece) =>
    look(piece.text, { depth: depth + 1, isLate }, (raw) => {
      if (raw.severity !== 'note') add({ ...raw, why: `${raw.why} (encoded)`, at: piece.at, length: piece.length })
    }),
  )
}

/** Severity of a hit: one step lower for an attack quoted to defend against it, except invisible characters. */
function severityOf(rule: Rule, hit: Hit, text: string): Severity {
  const severity = hit.severity ?? rule.severity
  const quotable = severity !== 'note' && rule.feature !== 'unseen' && rule.feature !== 'control'
  if (!quotable || !isQuotedToDefend(text, hit.at, hit.length)) return severity
  return severity === 'block' ? 'warn' : 'note'
}

/** Adds tokens of providers, whose form is unambiguous. */
function secrets(text: string, add: (raw: RawFinding) => void): void {
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
  readonly #kept = new Map<string, RawFinding & { readonly line: number }>()

  constructor(text: string, file: string) {
    this.#text = text
    this.#file = file
    this.#line = lineCounter(text)
  }

  add(raw: RawFinding): void {
    // The line where it is seen, not the blank before it.
    const blank = /^\s*/.exec(this.#text.slice(raw.at, raw.at + 200))![0].length
    const line = this.#line(raw.at + Math.min(blank, raw.length))
    const key = `${line}\0${raw.rule}`
    const known = this.#kept.get(key)
    if (known === undefined || SEVERITIES.indexOf(raw.severity) < SEVERITIES.indexOf(known.severity))
      this.#kept.set(key, { ...raw, line })
  }

  list(): readonly Finding[] {
    const gravestFirst = [...this.#kept.values()].sort(
      (a, b) => SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity) || a.line - b.line,
    )
    return gravestFirst
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
