import type { Span } from './redaction/placeholder.ts'
import { tokenSpans } from './redaction/tokens.ts'
import { CONCEALMENT } from './safety/concealment.ts'
import { cueIndex } from './safety/cues.ts'
import { decoded } from './safety/decoded.ts'
import { DESTRUCTION } from './safety/destruction.ts'
import { EGRESS } from './safety/egress.ts'
import { excerptOf } from './safety/excerpt.ts'
import { EXFILTRATION } from './safety/exfiltration.ts'
import { readContent } from './safety/files.ts'
import { frontMatterFindings } from './safety/front-matter.ts'
import { INJECTION } from './safety/injection.ts'
import { OTHER_LANGUAGES } from './safety/languages.ts'
import { lineCounter } from './safety/lines.ts'
import { MARKUP } from './safety/markup.ts'
import { OBFUSCATION } from './safety/obfuscation.ts'
import { PARAPHRASE } from './safety/paraphrase.ts'
import { PERSISTENCE } from './safety/persistence.ts'
import { PRETEXTS } from './safety/pretexts.ts'
import { isQuotedToDefend } from './safety/quotation.ts'
import { REMOTE_CODE } from './safety/remote-code.ts'
import { type Hit, hitsOf, type Rule, type Severity } from './safety/rule.ts'
import { SECRETS_IN_WORDS } from './safety/secrets-in-words.ts'
import { SET_ASIDE } from './safety/set-aside.ts'
import { SUPPLY } from './safety/supply.ts'
import { unfold } from './safety/unfold.ts'
import { UNICODE } from './safety/unicode.ts'
import type { TurnTrajectory } from './turn.ts'

export type { Severity } from './safety/rule.ts'

/** One danger in one line of one file. The excerpt is inert: short, secrets masked, nothing in it is live. */
export interface Finding {
  readonly rule: string
  readonly severity: Severity
  /** Path of the file, or the place within a turn. */
  readonly file: string
  /** Counted from 1. */
  readonly line: number
  readonly excerpt: string
  readonly why: string
}

/** Longest text that is read, in characters; what lies beyond is itself a finding. */
const MAX_TEXT = 1024 * 1024
/** Most findings of one file; the gravest are kept. */
const MAX_FINDINGS = 100
/** Encodings within encodings that are undone. */
const MAX_DEPTH = 2

/**
 * Looks for dangers in a text: injected orders, unseen characters, remote or hidden code, exfiltration, destruction,
 * persistence, live templates, front matter that acts. Split, disguised and encoded forms are undone first. One finding
 * a rule and line, the gravest; in order of lines. Pure, linear in the length of the text.
 */
export function scanText(text: string, { file }: { readonly file: string }): readonly Finding[] {
  const read = text.length > MAX_TEXT ? text.slice(0, MAX_TEXT) : text
  const found = new Findings(read, file)
  look(read, 0, (raw) => found.add(raw))
  if (/\.(?:md|mdx|markdown)$/i.test(file)) for (const finding of frontMatterFindings(read)) found.add(finding)
  if (text.length > MAX_TEXT)
    found.add({ rule: 'unread', severity: 'warn', why: 'too long to be read whole', at: read.length - 1, length: 1 })
  return found.list()
}

/**
 * Looks for dangers in what a turn holds: the request, the tools' inputs and errors. Files are places such as
 * `turn:userInput`. The text of an error goes into no draft, so it warns at most: the program that wrote it must not be able
 * to quarantine a skill.
 */
export function scanTurn(turn: TurnTrajectory): readonly Finding[] {
  const findings = [...scanText(turn.userInput, { file: 'turn:userInput' })]
  for (const [i, call] of (turn.toolCalls ?? []).entries()) {
    const file = `turn:toolCalls[${i}]`
    const texts: string[] = []
    collect(call.input, texts, 0)
    findings.push(...scanText(texts.join('\n'), { file }))
    if (call.error !== undefined)
      findings.push(
        ...scanText(call.error, { file: `${file}.error` }).map(
          (finding): Finding => (finding.severity === 'block' ? { ...finding, severity: 'warn' } : finding),
        ),
      )
  }
  return findings.slice(0, MAX_FINDINGS)
}

/**
 * Looks at every file of a folder, by path: none is left out, whatever a file in it asks for; what cannot be read is a
 * finding. In order of paths.
 */
export function scanFiles(files: ReadonlyMap<string, Uint8Array>): readonly Finding[] {
  return [...files]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([path, bytes]) => [...pathFindings(path), ...fileFindings(path, bytes)])
}

/** The gravest severity among findings; undefined when there is none. */
export function gravest(findings: readonly Finding[]): Severity | undefined {
  return SEVERITIES.find((severity) => findings.some((finding) => finding.severity === severity))
}

const SEVERITIES: readonly Severity[] = ['block', 'warn', 'note']

const CODE_RULES = [
  ...INJECTION,
  ...PARAPHRASE,
  ...SET_ASIDE,
  ...CONCEALMENT,
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
/** What is unseen was found in the plain text already. */
const unfoldedRules = cueIndex(CODE_RULES)

interface RawFinding {
  readonly rule: string
  readonly severity: Severity
  readonly why: string
  readonly at: number
  readonly length: number
}

/** Tries the rules on a text, on the text with its disguises undone, and on what its encodings hold. */
function look(text: string, depth: number, add: (raw: RawFinding) => void): void {
  const { rules, features } = plainRules(text)
  for (const rule of rules)
    for (const hit of hitsOf(rule, text)) add({ ...rule, ...hit, severity: severityOf(rule, hit, text) })
  const plain = unfold(text)
  if (plain !== undefined)
    for (const rule of unfoldedRules(plain.text).rules)
      for (const hit of hitsOf(rule, plain.text)) {
        const from = plain.origin(hit.at)
        const severity = severityOf(rule, hit, plain.text)
        add({ ...rule, severity, at: from, length: plain.origin(hit.at + hit.length) - from })
      }
  if (!features.has('longRun')) return
  secrets(text, add)
  if (depth < MAX_DEPTH)
    for (const piece of decoded(text))
      look(piece.text, depth + 1, (raw) => {
        if (raw.severity !== 'note') add({ ...raw, why: `${raw.why} (encoded)`, at: piece.at, length: piece.length })
      })
}

/** An attack that is quoted to defend against it is one step less grave; what is unseen is no quotation. */
function severityOf(rule: Rule, hit: Hit, text: string): Severity {
  const severity = hit.severity ?? rule.severity
  const quotable = severity !== 'note' && rule.feature !== 'unseen' && rule.feature !== 'control'
  if (!quotable || !isQuotedToDefend(text, hit.at, hit.length)) return severity
  return severity === 'block' ? 'warn' : 'note'
}

/** Tokens of providers; their shape is certain enough to say so. */
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

function fileFindings(path: string, bytes: Uint8Array): readonly Finding[] {
  const content = readContent(bytes)
  const whole = (severity: Severity, why: string): Finding => ({
    rule: 'unread',
    severity,
    file: path,
    line: 1,
    excerpt: '',
    why,
  })
  if (content.kind === 'text') return scanText(content.text, { file: path })
  if (content.kind === 'media')
    return isText(path) ? [whole('warn', 'a picture or font that is named like a text')] : []
  if (content.kind === 'program') return [whole('block', 'a compiled program, which nobody can review')]
  if (content.kind === 'archive') return [whole('warn', 'an archive, whose content was not looked at')]
  const inside = scanText(content.text, { file: path })
  if (content.kind === 'binary') return [whole('warn', 'neither text nor a known kind of file'), ...inside]
  return [
    whole(path.endsWith('SKILL.md') ? 'block' : 'warn', `${content.encoding} text, which tools read differently`),
    ...inside,
  ]
}

const isText = (path: string): boolean => /\.(?:md|txt|ya?ml|json|toml|sh|py|js|ts)$/i.test(path)

/** What a file's name alone says. */
function pathFindings(path: string): readonly Finding[] {
  const name = path.split('/').at(-1) ?? path
  const at = (severity: Severity, rule: string, why: string): Finding => ({
    rule,
    severity,
    file: path,
    line: 1,
    excerpt: '',
    why,
  })
  const findings = scanText(path, { file: path }).filter(({ rule }) => NAME_RULES.has(rule))
  const out = findings.map((finding) => ({ ...finding, why: `in the name of the file: ${finding.why}` }))
  if (/^\..*ignore$/.test(name) && name !== '.gitignore')
    out.push(at('note', 'ignore-file', 'asks a scanner to look away; it is not heeded'))
  if (
    /(?:^|\/)(?:\.claude|\.cursor|\.codex|\.gemini|\.vscode|\.git|\.husky)\/|^(?:\.mcp\.json|\.cursorrules)$/.test(path)
  )
    out.push(at('warn', 'agent-config', 'settings of a tool, carried along in a skill'))
  return out
}

const NAME_RULES = new Set([
  'invisible-text',
  'bidirectional-text',
  'lookalike-letters',
  'control-characters',
  'prompt-injection',
])

function collect(value: unknown, texts: string[], depth: number): void {
  if (typeof value === 'string') texts.push(value)
  else if (typeof value === 'object' && value !== null && depth < 16)
    for (const [key, item] of Object.entries(value)) {
      if (key.length > 24) texts.push(key)
      collect(item, texts, depth + 1)
    }
}
