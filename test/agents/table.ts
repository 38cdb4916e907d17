import { connectableEngine } from '../../src/engines/engines.ts'
import { CELLS, type CellName, type Mode, type Verdict, type Verdicts } from './cells.ts'
import type { AgentProgram } from './programs.ts'
import type { Result } from './results.ts'

const NAMES = Object.keys(CELLS) as readonly CellName[]
const MODES: readonly Mode[] = ['alone', 'daemon']
const MODE_WORDS: Readonly<Record<Mode, string>> = { alone: 'without a daemon', daemon: 'with a daemon' }
const MARKS = { ok: 'ok', failed: 'FAILED', none: '-' } as const

/** What was found for one program in one mode, a line a cell. */
export function foundText({ agent, version }: AgentProgram, mode: Mode, verdicts: Verdicts): string {
  const lines = NAMES.map((name) => {
    const verdict = verdicts[name]
    const why = verdict === undefined ? 'not reached' : verdict.state === 'ok' ? '' : verdict.why
    return `  ${name.padEnd(12)} ${(verdict === undefined ? '?' : MARKS[verdict.state]).padEnd(7)} ${why}`.trimEnd()
  })
  return [`\n${agent} ${version}, ${MODE_WORDS[mode]}`, ...lines].join('\n')
}

/** The table of all results in Markdown: a row a cell, a column a program, and below it why something does not hold. */
export function tableText(results: readonly Result[]): string {
  const why = new Map<string, number>()
  const rows = NAMES.map((name) => [CELLS[name], ...results.map((result) => cellText(result, name, why))])
  const days = [...new Set(results.map(({ date }) => date))].sort()
  return [
    `Run on ${days.join(' and ')}. ✓: holds without and with a daemon; ✗: does not; –: the agent has no such thing.`,
    '',
    row(['', ...results.map(titleOf)]),
    row(['---', ...results.map(() => '---')]),
    ...rows.map(row),
    ...(why.size === 0 ? [] : ['', ...[...why].map(([text, n]) => `${n}. ${text}`)]),
  ].join('\n')
}

/** The program, and the mode where it was run in one alone. */
function titleOf({ agent, version, found }: Result): string {
  const run = MODES.filter((mode) => found[mode] !== undefined)
  return `${connectableEngine(agent).label} ${version}${run.length === 2 ? '' : `, ${MODE_WORDS[run[0] ?? 'alone']} alone`}`
}

const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`

function cellText({ found }: Result, name: CellName, why: Map<string, number>): string {
  const verdicts = MODES.flatMap((mode) => {
    const of = found[mode]
    return of === undefined ? [] : [{ mode, verdict: of[name] ?? NOT_REACHED }]
  })
  if (verdicts.length === 0) return ''
  const failed = verdicts.filter(({ verdict }) => verdict.state === 'failed')
  const [first] = failed
  if (first !== undefined) {
    const only = failed.length === verdicts.length ? '' : `${MODE_WORDS[first.mode]}: `
    return `✗ ${noteOf(only + reasonOf(first.verdict), why)}`
  }
  const none = verdicts.find(({ verdict }) => verdict.state === 'none')
  return none === undefined ? '✓' : `– ${noteOf(reasonOf(none.verdict), why)}`
}

const NOT_REACHED: Verdict = { state: 'failed', why: 'not reached' }

const reasonOf = (verdict: Verdict): string => (verdict.state === 'ok' ? '' : verdict.why)

/** The number of a reason below the table. */
function noteOf(reason: string, why: Map<string, number>): string {
  const text = reason.replaceAll(/\s+/g, ' ').replaceAll('|', '\\|').replaceAll('<', '&lt;').slice(0, 200)
  if (!why.has(text)) why.set(text, why.size + 1)
  return `(${why.get(text)})`
}
