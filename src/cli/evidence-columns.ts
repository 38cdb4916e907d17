import type { SkillLoop } from '../app/skill-loop.ts'
import type { Report } from './report.ts'

type SkillEvidence = NonNullable<Awaited<ReturnType<SkillLoop['review']['evidence']>>>

/** Runs shown side by side, and rows; `--json` has all. */
const MAX_RUNS = 4
const MAX_ROWS = 40

/** Writes the requests of a skill, and what each run did for each step: one column per run. */
export function tellEvidence({ version, runs, needed, rows }: SkillEvidence, report: Report): void {
  report.line(`Evidence of version ${version}; a step is kept when ${needed} of ${runs.length} runs show it`)
  report.table(runs.map(({ turnId, request }, i) => [`  run ${i + 1}`, request.replace(/\s+/g, ' '), turnId]))
  const shown = runs.slice(0, MAX_RUNS)
  const cells = rows.slice(0, MAX_ROWS).map(({ fate, why, calls }) => {
    return [`  ${fate}`, ...shown.map((_, i) => calls[i] ?? '-'), why]
  })
  report.line()
  if (rows.length === 0) report.line('  No tool calls were reported.')
  else report.table([['  step', ...shown.map((_, i) => `run ${i + 1}`), 'why'], ...cells])
  const [more, hidden] = [rows.length - MAX_ROWS, runs.length - MAX_RUNS]
  if (more > 0 || hidden > 0)
    report.line(`  … and ${Math.max(0, more)} more rows, ${Math.max(0, hidden)} more runs; --json has all`)
  report.line()
}

export const evidenceToWire = (evidence: SkillEvidence | undefined) =>
  evidence === undefined
    ? null
    : {
        version: evidence.version,
        needed: evidence.needed,
        runs: evidence.runs.map(({ turnId, request, summary }) => ({ turn_id: turnId, request, summary })),
        rows: evidence.rows,
      }
