import { type NotUnderstood, putTogether } from '../../domain/not-understood.ts'
import type { TurnReceipt } from '../../domain/receipt.ts'

/** The result of an import: what was read, what was skipped and why. */
export interface ImportReport {
  readonly files: number
  readonly lines: number
  readonly turnsRecorded: number
  readonly turnsKnown: number
  readonly drafts: number
  /** Lines without a turn, by reason. */
  readonly skipped: Readonly<Record<string, number>>
  readonly errors: readonly ImportError[]
  /** Last turns that may still be running, left for a later import. */
  readonly stillRunning: StillRunning
  /** Files that look like conversations but gave no prompt. */
  readonly notUnderstood: readonly NotUnderstood[]
}

export interface StillRunning {
  readonly turns: number
  /** From this time (Unix ms) a later import reads all of them, even if nothing is appended; 0 if none was left. */
  readonly from: number
}

export interface ImportError {
  readonly file: string
  readonly line?: number
  readonly error: string
}

/** Running totals of an import. */
export class ImportTally {
  files = 0
  lines = 0
  recorded = 0
  known = 0
  drafts = 0
  readonly skipped = new Map<string, number>()
  readonly errors: ImportError[] = []

  readonly failed = new Set<string>()
  readonly #misread: NotUnderstood[] = []
  #running: StillRunning = { turns: 0, from: 0 }

  see(misread: NotUnderstood | undefined): void {
    if (misread !== undefined) this.#misread.push(misread)
  }

  turn({ status, reason }: TurnReceipt, file: string, line: number): void {
    if (status === 'failed') {
      this.failed.add(file)
      this.errors.push({ file, line, error: reason ?? 'failed' })
    } else if (status === 'known') this.known++
    else this.recorded++
  }

  draft(draft: TurnReceipt['draft']): void {
    if (draft?.status === 'drafted' || draft?.status === 'updated') this.drafts++
  }

  skip(reason: string): void {
    this.skipped.set(reason, (this.skipped.get(reason) ?? 0) + 1)
  }

  /** Counts a turn that was left, to be read from that time on. */
  leave(from: number): void {
    this.skip('still_running')
    this.#running = { turns: this.#running.turns + 1, from: Math.max(this.#running.from, from) }
  }

  report(): ImportReport {
    const skipped = Object.fromEntries([...this.skipped].sort(([a], [b]) => (a < b ? -1 : 1)))
    const { files, lines, recorded: turnsRecorded, known: turnsKnown, drafts, errors } = this
    return {
      files,
      lines,
      turnsRecorded,
      turnsKnown,
      drafts,
      skipped,
      errors,
      stillRunning: this.#running,
      notUnderstood: putTogether(this.#misread),
    }
  }
}
