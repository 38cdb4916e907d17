import type { ImportReport } from '../app/skill-loop.ts'
import { type NotUnderstood, notUnderstoodText } from '../domain/not-understood.ts'
import { writerOf } from '../engines/engines.ts'
import type { Report } from './report.ts'

/** Writes which files look like conversations but gave no prompt, and what can be done about it. */
export function tellNotUnderstood(all: readonly NotUnderstood[], report: Report): void {
  if (all.length === 0) return
  const lines = all.map((one) => `  ${notUnderstoodText(one, writerOf(one.engine))}`)
  report.note(['Not understood', ...lines, '  A later version of wayland-core reads them by itself.'].join('\n'))
}

/** Faults shown one by one; `--json` has all of them. */
const MAX_SHOWN = 10

/** Writes which files could not be read, with the line where there is one, and why. */
export function tellUnreadable(errors: ImportReport['errors'], report: Report): void {
  if (errors.length === 0) return
  const shown = errors.slice(0, MAX_SHOWN)
  const named = shown.map(({ file, line, error }) => `  ${file}${line === undefined ? '' : `:${line}`}: ${error}`)
  const more = errors.length - shown.length
  report.note(
    ['Could not be read', ...named, ...(more > 0 ? [`  … and ${more} more; --json names all`] : [])].join('\n'),
  )
}
