import { type NotUnderstood, putTogether } from '../../domain/not-understood.ts'
import type { TurnReceipt } from '../../domain/receipt.ts'
import type { ToolCall, TurnTrajectory } from '../../domain/turn.ts'
import type { ReadSource, SourceStore } from '../../store/ports/turn-store.ts'
import type { TurnOutput } from '../../transcript/reader.ts'
import type { Recorder } from './recorder.ts'

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

export type ImportBatch = ReturnType<typeof createImportBatch>

/**
 * Turns that an import has read and not stored yet, with the read positions of finished files, in batches: one
 * transaction for each would be most of the cost. A position is stored after the turns of its file, and not at all if
 * one of them failed: a killed import reads the file again and recognises its turns.
 */
export function createImportBatch(
  store: Pick<SourceStore, 'saveSources'>,
  recorder: Pick<Recorder, 'keep' | 'takeBack'>,
  sum: ImportTally,
) {
  let turns: { readonly event: TurnOutput; readonly path: string }[] = []
  let characters = 0
  let ends = new Map<string, { readonly source: ReadSource; readonly path: string }>()

  /** Stores all that waits. Throws the store's fault if the read positions cannot be stored. */
  async function keep(): Promise<void> {
    const [read, done] = [turns, ends]
    turns = []
    characters = 0
    ends = new Map()
    const receipts = read.length === 0 ? [] : await recorder.keep(read.map(({ event }) => event.turn))
    for (const [i, receipt] of receipts.entries()) {
      const { event, path } = read[i]!
      // It counted in an earlier read, and the user has rewound the session past it since.
      if (event.takenBack && receipt.status === 'known') await recorder.takeBack(receipt.turnId)
      sum.turn(receipt, path, event.prompt.line)
    }
    const noted = [...done.values()].filter(({ path }) => !sum.failed.has(path)).map(({ source }) => source)
    if (noted.length > 0) await store.saveSources(noted)
  }

  return {
    async turn(event: TurnOutput, path: string): Promise<void> {
      turns.push({ event, path })
      characters += sizeOf(event.turn)
      if (turns.length >= MOST_TURNS || characters >= MOST_CHARACTERS) await keep()
    },
    /** Takes the read position of a file after its last turn. */
    async end(source: ReadSource, path: string): Promise<void> {
      ends.set(source.path, { source, path })
      if (ends.size >= MOST_FILES) await keep()
    },
    /** The read position of a file that is not stored yet, by the file's key. */
    resumeOf: (key: string) => ends.get(key)?.source.resume,
    keep,
  }
}

/** A transaction of this many turns takes about 10 ms, during which other writers wait. */
const MOST_TURNS = 64
const MOST_FILES = 256
/** Size limit of the turns held in memory. */
const MOST_CHARACTERS = 1_000_000

function sizeOf({ userInput, toolCalls = [] }: Partial<Pick<TurnTrajectory, 'userInput' | 'toolCalls'>>): number {
  return toolCalls.reduce((sum, call) => sum + sizeOfInput(call), userInput?.length ?? 0)
}

const sizeOfInput = ({ input }: Pick<ToolCall, 'input'>): number =>
  typeof input === 'object' && input !== null
    ? Object.values(input).reduce<number>((sum, value) => sum + (typeof value === 'string' ? value.length : 16), 0)
    : 16
