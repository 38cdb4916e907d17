import { type NotUnderstood, notUnderstoodText } from '../domain/not-understood.ts'
import { writerOf } from '../engines/engines.ts'
import type { Report } from './report.ts'

/** Writes which files look like conversations but gave no prompt, and what can be done about it. */
export function tellNotUnderstood(all: readonly NotUnderstood[], report: Report): void {
  if (all.length === 0) return
  const lines = all.map((one) => `  ${notUnderstoodText(one, writerOf(one.engine))}`)
  report.note(['Not understood', ...lines, '  A later version of wayland-core reads them by itself.'].join('\n'))
}
