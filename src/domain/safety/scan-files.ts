import { remembered } from '../remembered.ts'
import { excerptOf, lineCounter } from './excerpt.ts'
import { type FileContent, linkFinding, readContent } from './files.ts'
import { byGravity, type Finding, ofFile, type Severity } from './rule.ts'
import { MAX_TEXT, scanText, UNREAD } from './scan-text.ts'
import { notebookText } from './texts-of.ts'
import { type IsLate, lateFinding } from './time-limit.ts'

/**
 * Scans every file of a folder, given by path; a file that cannot be read, or is left when the time is up, is a
 * finding. A path that ends in `/` is a link, its bytes the target's name. Findings are in order of paths.
 */
export function scanFiles(files: ReadonlyMap<string, Uint8Array>, isLate: IsLate = () => false): readonly Finding[] {
  /** Characters that may still be read. */
  let left = MAX_TEXT
  const found: Finding[] = []
  for (const [path, bytes] of [...files].sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (isLate()) return [...found, lateFinding(path)]
    if (path.endsWith('/')) found.push(...linkFindings(path.slice(0, -1), bytes, files))
    else {
      const content = readContent(bytes)
      left -= 'text' in content ? content.text.length : 0
      found.push(...pathFindings(path))
      if (left < 0 && 'text' in content) found.push(ofFile(path, 'unread', 'block', UNREAD))
      else found.push(...fileFindings(path, content, isLate))
    }
  }
  return found
}

function linkFindings(path: string, bytes: Uint8Array, files: ReadonlyMap<string, Uint8Array>): readonly Finding[] {
  const target = Buffer.from(bytes).toString('utf8')
  const found = linkFinding(path, target, files.keys())
  if (found === undefined) return pathFindings(path)
  const wrong = ofFile(path, 'link-out', found.severity, found.why)
  return [...pathFindings(path), { ...wrong, excerpt: excerptOf(target, 0, target.length) }]
}

function fileFindings(path: string, content: FileContent, isLate: IsLate): readonly Finding[] {
  const said = (severity: Severity, why: string): Finding => ofFile(path, 'unread', severity, why)
  if (content.kind === 'text') return textFindings(path, content.text, isLate)
  if (content.kind === 'media') return isText(path) ? [said('warn', 'a picture or font that is named like a text')] : []
  if (content.kind === 'program') return [said('block', 'a compiled program, which cannot be reviewed')]
  if (content.kind === 'archive') return [said('warn', 'an archive, whose content was not looked at')]
  const inside = scanText(content.text, { file: path, isLate })
  if (content.kind === 'binary') return [said('warn', 'neither text nor a known kind of file'), ...inside]
  return [
    said(path.endsWith('SKILL.md') ? 'block' : 'warn', `${content.encoding} text, which tools read differently`),
    ...inside,
  ]
}

/** Findings of a text; the cells of a notebook are scanned as plain lines beside its JSON. */
function textFindings(path: string, text: string, isLate: IsLate): readonly Finding[] {
  const raw = scanText(text, { file: path, isLate })
  const cells = path.endsWith('.ipynb') ? notebookText(text) : undefined
  if (cells === undefined) return raw
  const lines = cells.split('\n')
  const lineOf = lineCounter(text)
  const found = scanText(cells, { file: path, isLate }).map((finding) => {
    const at = text.indexOf(JSON.stringify(lines[finding.line - 1] ?? '').slice(1, -1))
    return { ...finding, line: lineOf(Math.max(0, at)) }
  })
  const once = new Map<string, Finding>()
  for (const one of [...raw, ...found].toSorted(byGravity).toReversed()) once.set(`${one.line} ${one.rule}`, one)
  return [...once.values()].sort((a, b) => a.line - b.line)
}

const isText = (path: string): boolean => /\.(?:md|txt|ya?ml|json|toml|sh|py|js|ts)$/i.test(path)

/** Findings in the path of a file; skills have few names of files. */
const pathFindings = remembered((path: string): readonly Finding[] => {
  const name = path.split('/').at(-1) ?? path
  const findings = [...scanText(path, { file: path }).filter(({ rule }) => NAME_RULES.has(rule))]
  const say = (rule: string, why: string) => findings.push(ofFile(path, rule, 'warn', why))
  if (/[\x00-\x1f\x7f]/.test(path))
    say('control-characters', 'characters that no name needs, and that change what a terminal shows')
  if (path.includes('\ufffd')) say('unread', 'a name that is not UTF-8, by which no file can be read')
  const out = findings.map((finding) => ({ ...finding, why: `in the name of the file: ${finding.why}` }))
  if (/^\..*ignore$/.test(name) && name !== '.gitignore')
    out.push(ofFile(path, 'ignore-file', 'note', 'asks a scanner to look away; it is not heeded'))
  return out
})

const NAME_RULES = new Set([
  'invisible-text',
  'bidirectional-text',
  'lookalike-letters',
  'control-characters',
  'prompt-injection',
])
