import { CELLS, type CellName, type Mode, type Verdicts } from './cells.ts'
import type { AgentProgram } from './programs.ts'

const MARKS = { ok: 'ok', failed: 'FAILED', none: '-' } as const

/** Prints what was found for one program in one mode, a line a cell. */
export function printFound({ agent, version }: AgentProgram, mode: Mode, verdicts: Verdicts): void {
  console.log(`\n${agent} ${version}, ${mode === 'daemon' ? 'with a daemon' : 'without a daemon'}`)
  for (const name of Object.keys(CELLS) as readonly CellName[]) {
    const verdict = verdicts[name]
    const why = verdict === undefined ? 'not reached' : verdict.state === 'ok' ? '' : verdict.why
    console.log(
      `  ${name.padEnd(12)} ${(verdict === undefined ? '?' : MARKS[verdict.state]).padEnd(7)} ${why}`.trimEnd(),
    )
  }
}
