import type { SkillLoop } from '../../app/skill-loop.ts'
import { asWaylandError, WaylandError } from '../../domain/errors.ts'
import { measurementFromWire } from '../../domain/measurement.ts'
import { wireWords } from '../../domain/wire.ts'
import { type Call, EXIT, type ExitCode } from '../command.ts'
import { type JsonRow, type RowPlace, readJsonRows } from '../json-rows.ts'
import type { Report } from '../report.ts'

/** Counts of the rows of a file, by result. */
interface Taken {
  readonly rows: number
  added: number
  known: number
  /** Rows, new or known, that were measured for another text than the skill's current one. */
  otherText: number
  readonly errors: (RowPlace & { readonly error: string })[]
}

/** Faults shown one by one; `--json` has all of them. */
const MAX_SHOWN = 10

/** Records the measured scores of a file; a bad row is reported and does not affect the others. */
export async function run({ words, json, report, open }: Call): Promise<ExitCode> {
  const [what, file, ...more] = words
  if (what !== 'import' || file === undefined || more.length > 0)
    throw new WaylandError('bad_usage', 'bench takes "import" and one file', {
      hint: 'For example: wayland-core bench import scores.jsonl',
    })
  const rows = readJsonRows(file)
  await using loop = await open()
  // Switched off, nothing is recorded; the person was told so.
  const taken = await take(loop, loop.config.settings.skills === 'off' ? [] : rows)
  if (json)
    report.json({
      rows: taken.rows,
      added: taken.added,
      known: taken.known,
      other_text: taken.otherText,
      errors: taken.errors,
    })
  else tell(taken, report)
  return taken.errors.length > 0 ? EXIT.refused : EXIT.done
}

async function take(loop: SkillLoop, rows: readonly JsonRow[]): Promise<Taken> {
  const taken: Taken = { rows: rows.length, added: 0, known: 0, otherText: 0, errors: [] }
  for (const row of rows) {
    try {
      if ('error' in row) throw new WaylandError('bad_measurement', row.error)
      const { status, current } = await loop.addScore(measurementFromWire(row.value))
      taken[status]++
      if (!current) taken.otherText++
    } catch (error) {
      const known = asWaylandError(error)
      if (known.kind === 'unavailable' || known.kind === 'internal') throw known
      taken.errors.push({ ...row.at, error: wireWords(known.message) })
    }
  }
  return taken
}

function tell({ rows, added, known, otherText, errors }: Taken, report: Report): void {
  report.table([
    ['rows read', String(rows)],
    ['added', String(added)],
    ['known already', String(known)],
  ])
  if (otherText > 0)
    report.line(
      `\n${otherText} measured another text than the skill has now: kept, and of no weight while it has this one.`,
    )
  if (errors.length === 0) return
  const shown = errors.slice(0, MAX_SHOWN).map(({ error, ...at }) => `  ${placeOf(at)}: ${error}`)
  const hidden = errors.length - shown.length
  report.note(['Refused', ...shown, ...(hidden > 0 ? [`  … and ${hidden} more; --json names all`] : [])].join('\n'))
}

const placeOf = (at: RowPlace): string => ('line' in at ? `line ${at.line}` : `row ${at.row}`)
