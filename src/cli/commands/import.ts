import { existsSync } from 'node:fs'
import { WaylandError } from '../../domain/errors.ts'
import type { ImportReport, SkillLoop } from '../../skill-loop.ts'
import { type Call, EXIT, type ExitCode } from '../command.ts'
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
  return sum.errors.length > 0 ? EXIT.refused : EXIT.done
}

async function importAll(
  loop: SkillLoop,
  engine: string,
  paths: readonly string[],
  report: Report,
): Promise<ImportReport> {
  const reports: ImportReport[] = []
  for (const path of paths)
    reports.push(
      await loop.import(engine, path, ({ file, bytes, size, turns }) =>
        report.progress(`${bar(size === 0 ? 1 : bytes / size)}  ${turns} turns  ${file}`),
      ),
    )
  report.progress(undefined)
  return reports.reduce(add)
}

function add(a: ImportReport, b: ImportReport): ImportReport {
  const skipped: Record<string, number> = { ...a.skipped }
  for (const [reason, n] of Object.entries(b.skipped)) skipped[reason] = (skipped[reason] ?? 0) + n
  return {
    files: a.files + b.files,
    lines: a.lines + b.lines,
    turnsRecorded: a.turnsRecorded + b.turnsRecorded,
    turnsKnown: a.turnsKnown + b.turnsKnown,
    drafts: a.drafts + b.drafts,
    skipped,
    errors: [...a.errors, ...b.errors],
  }
}

const toWire = (sum: ImportReport) => ({
  files: sum.files,
  lines: sum.lines,
  turns_recorded: sum.turnsRecorded,
  turns_known: sum.turnsKnown,
  drafts: sum.drafts,
  skipped: sum.skipped,
  errors: sum.errors,
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
}
