// What share of malicious skills does the scanner find, by family, and how many honest ones does it stop at? Beside a line-based list of patterns.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gravest, type Severity, scanFiles } from '../../src/domain/safety.ts'
import { benchData } from './bench-data.ts'

interface Row {
  readonly id: string
  readonly file: string
  readonly label: 'malicious' | 'benign'
  readonly family: string
}

const folder = benchData('bench:safety', 'data/skill_safety')
const rows = readFileSync(join(folder, 'index.jsonl'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Row)

/** Labelled malicious for scripts or settings that are not in the set: their SKILL.md was read and holds no payload. */
const PAYLOAD_ELSEWHERE = new Set([
  'fixture-cisco-file-reader',
  'fixture-cisco-database-query',
  'fixture-cisco-base64-payload',
  'fixture-cisco-config-tunnel-exfil',
  'fixture-cisco-eicar-test',
  'fixture-cisco-environment-secrets',
])

/** The usual guard: some patterns, tried on each line as it stands. */
const LINE_PATTERNS = [
  /ignore (?:all )?(?:previous|prior) instructions/i,
  /(?:curl|wget)[^|]*\|\s*(?:ba)?sh/i,
  /rm -rf [/~]/,
  /base64 (?:-d|--decode)[^|]*\|/,
  /\beval\(/,
  /\/dev\/tcp\//,
  /~\/\.ssh\/id_/,
  /crontab -/,
  /[\u200b-\u200f\u202a-\u202e]/,
]

const groups = new Map<string, { ours: (Severity | 'none')[]; rival: boolean[] }>()
const wrong: string[] = []
for (const row of rows) {
  const bytes = readFileSync(join(folder, row.file))
  const findings = scanFiles(new Map([['SKILL.md', bytes]]))
  const severity = gravest(findings) ?? 'none'
  const elsewhere = PAYLOAD_ELSEWHERE.has(row.id) ? ', payload elsewhere' : ''
  const name = `${row.label}: ${row.family}${elsewhere}`
  const group = groups.get(name) ?? { ours: [], rival: [] }
  group.ours.push(severity)
  group.rival.push(
    bytes
      .toString('utf8')
      .split('\n')
      .some((line) => LINE_PATTERNS.some((pattern) => pattern.test(line))),
  )
  groups.set(name, group)
  const stopped = severity === 'block' || severity === 'warn'
  if (elsewhere === '' && stopped !== (row.label === 'malicious'))
    wrong.push(`${row.id}: ${severity} ${findings[0]?.rule ?? ''} ${findings[0]?.excerpt ?? ''}`)
}

const share = (part: number, whole: number) => (whole === 0 ? '-' : (part / whole).toFixed(3))
const line = (name: string, { ours, rival }: { ours: readonly string[]; rival: readonly boolean[] }) => {
  const count = (severity: string) => ours.filter((found) => found === severity).length
  const stopped = count('block') + count('warn')
  const theirs = rival.filter(Boolean).length
  return {
    skills: ours.length,
    block: count('block'),
    warn: count('warn'),
    note: count('note'),
    'block or warn': share(stopped, ours.length),
    'line patterns': share(theirs, ours.length),
    ratio: theirs === 0 ? '-' : (stopped / theirs).toFixed(2),
    name,
  }
}
const total = (label: string) => {
  const all = [...groups]
    .filter(([name]) => name.startsWith(label) && !name.endsWith('elsewhere'))
    .map(([, group]) => group)
  return { ours: all.flatMap(({ ours }) => ours), rival: all.flatMap(({ rival }) => rival) }
}
const table = [...groups, ['all malicious', total('malicious')] as const, ['all benign', total('benign')] as const]
console.table(Object.fromEntries(table.map(([name, group]) => [name, line(name, group)])), [
  'skills',
  'block',
  'warn',
  'note',
  'block or warn',
  'line patterns',
  'ratio',
])
console.log('Not in the totals, since their SKILL.md holds no payload:', [...PAYLOAD_ELSEWHERE].join(', '))
console.log(wrong.length === 0 ? 'None was judged wrongly.' : `Judged wrongly:\n  ${wrong.join('\n  ')}`)
