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

/** All results in Markdown: what is asked, a row a program, and below it why something does not hold. */
export function tableText(results: readonly Result[]): string {
  const why = new Map<string, number>()
  const rows = results.map((result) => rowOf(result, why))
  const days = [...new Set(results.map(({ date }) => date))].sort()
  return [
    `Each program, without and with a daemon, is asked ${NAMES.length} things:`,
    '',
    ...NAMES.map((name) => `- **${name}**: ${CELLS[name]}`),
    '',
    `Run on ${new Intl.ListFormat('en').format(days)}.`,
    '',
    row(['program', 'holds', 'does not', 'the agent has no such thing']),
    row(['---', '---', '---', '---']),
    ...rows.map(row),
    ...(why.size === 0 ? [] : ['', ...[...why].map(([text, n]) => `${n}. ${text}`)]),
  ].join('\n')
}

function rowOf(result: Result, why: Map<string, number>): readonly string[] {
  const states = NAMES.map((name) => ({ name, ...stateOf(result, name) }))
  const named = (state: Verdict['state']) =>
    states.flatMap((one) => (one.state === state ? [`${one.name} (${noteOf(one.why, why)})`] : [])).join(', ')
  return [titleOf(result), String(states.filter(({ state }) => state === 'ok').length), named('failed'), named('none')]
}

/** The program, and the mode where it was run in one alone. */
function titleOf({ agent, version, found }: Result): string {
  const run = MODES.filter((mode) => found[mode] !== undefined)
  return `${connectableEngine(agent).label} ${version}${run.length === 2 ? '' : `, ${MODE_WORDS[run[0] ?? 'alone']} alone`}`
}

const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`

/** What holds in one mode alone does not hold. */
function stateOf({ found }: Result, name: CellName): { readonly state: Verdict['state']; readonly why: string } {
  const verdicts = MODES.flatMap((mode) => {
    const of = found[mode]
    return of === undefined ? [] : [{ mode, verdict: of[name] ?? NOT_REACHED }]
  })
  const failed = verdicts.filter(({ verdict }) => verdict.state === 'failed')
  const [first] = failed
  if (first !== undefined) {
    const only = failed.length === verdicts.length ? '' : `${MODE_WORDS[first.mode]}: `
    return { state: 'failed', why: only + reasonOf(first.verdict) }
  }
  const none = verdicts.find(({ verdict }) => verdict.state === 'none')
  return none === undefined ? { state: 'ok', why: '' } : { state: 'none', why: reasonOf(none.verdict) }
}

const NOT_REACHED: Verdict = { state: 'failed', why: 'not reached' }

const reasonOf = (verdict: Verdict): string => (verdict.state === 'ok' ? '' : verdict.why)

/** The number of a reason below the table. */
function noteOf(reason: string, why: Map<string, number>): number {
  const text = reason.replaceAll(/\s+/g, ' ').replaceAll('|', '\\|').replaceAll('<', '&lt;').slice(0, 200)
  const known = why.get(text) ?? why.size + 1
  why.set(text, known)
  return known
}
