import { FRONT_MATTER } from './markup.ts'
import type { Severity } from './rule.ts'

/** A finding in the front matter, with the position of its key. */
export interface KeyFinding {
  readonly rule: string
  readonly severity: Severity
  readonly why: string
  readonly at: number
  readonly length: number
}

/** Maximum length of front matter that is read; a longer one is a finding. */
const MAX_LENGTH = 64 * 1024
const KEY = /^(?:[-?]\s+)?["']?([A-Za-z][\w-]{0,40})["']?\s*:(.*)$/

/** Reads the keys of SKILL.md's front matter line by line, because YAML syntax could hide a key from a parser. */
export function frontMatterFindings(text: string): readonly KeyFinding[] {
  const open = /^\uFEFF?\s{0,4}---(?=[^\n]*\n)[ \t]*([A-Za-z]*)([^\n]*)\n/.exec(text)
  if (open === null) return []
  const findings: KeyFinding[] = []
  // Several words after `---` name no language; output of test runs has such lines.
  if (open[1] !== '' && open[2]!.trim() === '' && !/^ya?ml$/i.test(open[1]!))
    findings.push(at('block', 'a language other than YAML in the front matter may be run', 0, open[0].trim().length))
  const end = text.slice(open[0].length, MAX_LENGTH).search(/^---[ \t]*\r?$/m)
  const inner = text.slice(open[0].length, end < 0 ? MAX_LENGTH : open[0].length + end)
  if (end < 0 && text.length > MAX_LENGTH)
    findings.push(at('warn', 'the front matter is longer than any engine needs', 0, 3))
  findings.push(...keyFindings(inner, open[0].length))
  return findings
}

const at = (severity: Severity, why: string, position: number, length: number): KeyFinding => ({
  rule: 'front-matter',
  severity,
  why,
  at: position,
  length,
})

function keyFindings(inner: string, offset: number): readonly KeyFinding[] {
  const findings: KeyFinding[] = []
  const seen = new Set<string>()
  const lines = inner.split('\n')
  let position = offset
  for (const [i, line] of lines.entries()) {
    const key = KEY.exec(line.trimEnd())
    if (key !== null) {
      const name = key[1]!.toLowerCase()
      const known = FRONT_MATTER.find((entry) => entry.key.test(name))
      if (seen.has(name))
        findings.push(at('warn', 'a key stands twice, and parsers disagree on which one counts', position, line.length))
      else if (known !== undefined)
        findings.push(at(known.judge(textOfKey(key[2]!, lines, i + 1)), known.why, position, line.length))
      seen.add(name)
    }
    if (/^[^#\n]*:\s*[&*][A-Za-z]/.test(line) || /<<\s*:/.test(line))
      findings.push(at('warn', 'anchors and merges hide what a key holds', position, line.length))
    if (/^[^#\n]*!!?(?:js|python|ruby|java|php)/i.test(line))
      findings.push(at('block', 'a YAML tag that makes some parsers run code', position, line.length))
    position += line.length + 1
  }
  return findings
}

/** The value of a key with the lines below it that are indented or items of a list. */
function textOfKey(first: string, lines: readonly string[], from: number): string {
  const stop = lines.findIndex((line, i) => i >= from && /^[^\s-]/.test(line))
  return [first, ...lines.slice(from, stop < 0 ? lines.length : stop)].join('\n')
}
