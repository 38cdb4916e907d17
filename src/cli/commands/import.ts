import { existsSync } from 'node:fs'
import { WaylandError } from '../../domain/errors.ts'
import type { ImportReport, SkillLoop } from '../../skill-loop.ts'
import { type Call, EXIT, type ExitCode } from '../command.ts'
import { tellNotUnderstood } from '../not-understood.ts'
import { bar, type Report } from '../report.ts'
import { tellUnreadable } from '../unreadable.ts'

/** Reads past sessions and says what was read, what was skipped and why. */
export async function run({ words, json, report, open }: Call): Promise<ExitCode> {
  const [engine, ...paths] = words
  if (engine === undefined || paths.length === 0)
    throw new WaylandError('bad_usage', 'import needs an engine (or auto) and at least one file or folder', {
      hint: 'For example: wayland-core import claude-code ~/.claude/projects',
    })
  const missing = paths.find((path) => !existsSync(path))
  if (missing !== undefined) throw new WaylandError('no_such_file', `nothing is at ${missing}`)
  await using loop = await open()
  const sum = await importAll(loop, engine, paths, report)
  if (json) report.json(toWire(sum))
  else tell(sum, report)
  return sum.errors.length + sum.notUnderstood.length > 0 ? EXIT.refused : EXIT.done
}

async function importAll(
  loop: SkillLoop,
  engine: string,
  paths: readonly string[],
  report: Report,
): Promise<ImportReport> {
  // All at once, so that their turns count in the order of time.
  const sum = await loop.import(engine, paths, ({ file, bytes, size, turns }) =>
    report.progress(`${bar(size === 0 ? 1 : bytes / size)}  ${turns} turns  ${file}`),
  )
  report.progress(undefined)
  return sum
}

const toWire = (sum: ImportReport) => ({
  files: sum.files,
  lines: sum.lines,
  turns_recorded: sum.turnsRecorded,
  turns_known: sum.turnsKnown,
  drafts: sum.drafts,
  skipped: sum.skipped,
  errors: sum.errors,
  // Only where there is something to say: most readers of this object know none of it.
  ...(sum.notUnderstood.length === 0 ? {} : { not_understood: sum.notUnderstood }),
})

function tell(sum: ImportReport, report: Report): void {
  report.table([
    ['files read', String(sum.files)],
    ['lines read', String(sum.lines)],
    ['turns recorded', String(sum.turnsRecorded)],
    ['turns known already', String(sum.turnsKnown)],
    ['drafts', String(sum.drafts)],
  ])
  const skipped = Object.entries(sum.skipped)
  if (skipped.length > 0) {
    report.line('\nLines that tell of no turn')
    report.table(skipped.map(([reason, n]) => [`  ${reason.replaceAll(/[_-]/g, ' ')}`, String(n)]))
  }
  if (sum.drafts > 0) report.line('\nSee the drafts with "wayland-core status".')
  tellUnreadable(sum.errors, report)
  tellNotUnderstood(sum.notUnderstood, report)
}
