import type { SkillLoop } from '../../app/skill-loop.ts'
import { asWaylandError, WaylandError } from '../../domain/errors.ts'
import { measurementFromWire } from '../../domain/measurement.ts'
import { wireWords } from '../../domain/wire.ts'
import { type Call, EXIT, type ExitCode, type Verb } from '../command.ts'
import { type JsonRow, type RowPlace, readJsonRows } from '../json-rows.ts'
import type { Report } from '../report.ts'

export const importing: Verb = {
  takes: '<file>',
  words: 'Take measured scores of skills from a file; the same file twice adds nothing',
  text: [
    'Scores that you, or an optimiser, measured for the text of a skill. The router begins with the best one, as with a handful of runs; outcomes count on top. The file holds JSON lines, or one JSON list, of rows. A row for another text than the current one is stored, and counts only while the skill has that text. A bad row is reported, the others are stored, and the exit code is 1.',
  ],
  input: [
    {
      title: 'Fields of a row',
      fields: {
        skill: 'name or id; required',
        score: "share of the benchmark's tasks that succeeded, 0 to 1; required",
        body_digest:
          'which text was measured: SHA-256 (hex) of SKILL.md below its front matter, line ends as \\n, white space at both ends left out; "show --json" prints the one of now; required without prompt_body',
        prompt_body: 'that text itself; kept without secrets',
        scorer: '"bench", the default',
        parent: "UUID of the row whose text this one's was made from, or null",
        id: 'UUID of the row; made from its content where absent',
        generation: 'a whole number; 0 where absent',
        created_at: 'unix seconds or ISO 8601; now where absent',
        metadata:
          'an object for all else that is known; where it tells "tasks", or "families" of them, the router takes a score of few for less: one of 6 tasks weighs 60 %',
      },
    },
  ],
  json: {
    rows: 'number of rows read',
    added: 'rows that are new',
    known: 'rows that were there before',
    other_text: 'rows of another text than the skill has now',
    errors: '[{line or row, error}]',
  },
  example:
    'wayland-core show auto-branch-changes-review --json | node -p "const s = JSON.parse(fs.readFileSync(0)); JSON.stringify({ skill: s.name, score: 0.8, body_digest: s.body_digest })" > scores.jsonl && wayland-core bench import scores.jsonl',
  run: takeScores,
}

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
async function takeScores({ words: [file = ''], json, report, open }: Call): Promise<ExitCode> {
  const rows = readJsonRows(file)
  await using loop = await open()
  // Switched off, nothing is recorded; the person was told so.
  const taken = await take(loop, loop.upkeep.config.settings.skills === 'off' ? [] : rows)
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
      if ('error' in row) throw new WaylandError('bad_file', row.error)
      const { status, current } = await loop.learning.addScore(measurementFromWire(row.value))
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
