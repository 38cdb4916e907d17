import { type NotUnderstood, putTogether } from '../domain/not-understood.ts'
import type { TurnReceipt } from '../domain/receipt.ts'

/** What an import read, what it skipped and why. */
export interface ImportReport {
  readonly files: number
  readonly lines: number
  readonly turnsRecorded: number
  readonly turnsKnown: number
  readonly drafts: number
  /** Lines that tell of no turn, by reason. */
  readonly skipped: Readonly<Record<string, number>>
  readonly errors: readonly ImportError[]
  /** Last turns that may still go on, which were left for a later import. */
  readonly stillRunning: StillRunning
  /** Files that look like conversations and gave no prompt at all. */
  readonly notUnderstood: readonly NotUnderstood[]
}

export interface StillRunning {
  readonly turns: number
  /** From when on all of them are read, in ms since 1970, where nothing is added; 0 where none was left. */
  readonly from: number
}

export interface ImportError {
  readonly file: string
  readonly line?: number
  readonly error: string
}

/** The sums of an import as it goes on. */
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

  /** A turn was left, to be read from then on. */
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
