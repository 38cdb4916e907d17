import type { Task } from '../domain/decision.ts'
import { fingerprint } from '../domain/digest.ts'
import { isWaylandError, WaylandError } from '../domain/errors.ts'
import type { TurnReceipt } from '../domain/receipt.ts'
import type { Store } from '../store/store.ts'
import type { ResumePoint, TranscriptEnd, TranscriptEvent } from '../transcript/transcript.ts'
import type { Clock } from './clock.ts'
import type { Recorder } from './recorder.ts'

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
}

export interface ImportError {
  readonly file: string
  readonly line?: number
  readonly error: string
}

export interface ImportProgress {
  readonly file: string
  readonly bytes: number
  readonly size: number
  readonly turns: number
}

/** How an importer reads: the transcript port, given by the composition root. */
export interface TranscriptSource {
  /** Names of the engines that can be read. */
  readonly engines: readonly string[]
  files(engine: string, path: string): AsyncIterable<{ readonly path: string; readonly engine?: string | undefined }>
  read(engine: string, path: string, from: ResumePoint | undefined): AsyncIterable<TranscriptEvent>
}

/** Turns of one file that was read because something happened in it. */
export interface Pass {
  readonly receipts: readonly TurnReceipt[]
  /** The newest turn, while no later prompt has closed it: whether it has come to its end, and what was said last. */
  readonly open?: { readonly ended: boolean; readonly said?: string | undefined }
  /** Nothing was new since the last read. */
  readonly unchanged: boolean
  /** When the file was last changed, in milliseconds. */
  readonly changedAt: number
}

export interface Importer {
  /**
   * Reads what is new in one file. With `leaveOpen`, a last turn that has not come to its end is left for the next read.
   * Throws `no_such_file`, and the store's fault when a turn could not be stored.
   */
  follow(engine: string, path: string, how: { readonly leaveOpen: boolean }): Promise<Pass>

  /**
   * Reads a transcript, or every one below a folder, of an engine or of whichever `auto` recognises. What was read before
   * is known and changes nothing. Throws `no_such_file`, and `bad_option` for an engine that it cannot read.
   */
  import(engine: string, path: string, onProgress?: (progress: ImportProgress) => void): Promise<ImportReport>
}

export function createImporter({
  store,
  recorder,
  source,
  clock,
  redact,
}: {
  readonly store: Store
  readonly recorder: Recorder
  readonly source: TranscriptSource
  readonly clock: Clock
  readonly redact: (task: Task) => Task
}): Importer {
  return {
    follow,
    async import(engine, path, onProgress) {
      if (engine !== 'auto' && !source.engines.includes(engine))
        throw new WaylandError(
          'bad_option',
          `there is no reader for "${engine}"; there are ${source.engines.join(', ')} and auto`,
        )
      const sum = new Tally()
      for await (const file of source.files(engine, path)) {
        sum.files++
        const { path, engine } = file
        if (engine === undefined) {
          sum.skip('unrecognised_file')
          continue
        }
        try {
          await readFile({ path, engine }, sum, onProgress)
        } catch (error) {
          // A store that is gone would fail for every file; a file that cannot be read is one line of the report.
          if (!isWaylandError(error) || error.kind === 'unavailable') throw error
          sum.errors.push({ file: file.path, error: error.message })
        }
      }
      return sum.report()
    },
  }

  async function follow(engine: string, path: string, { leaveOpen }: { readonly leaveOpen: boolean }): Promise<Pass> {
    const receipts: TurnReceipt[] = []
    let open: Pass['open']
    for await (const event of source.read(engine, path, await resumePoint(path))) {
      if (event.kind === 'turn') {
        open = event.closed ? undefined : { ended: event.ended, said: event.said }
        if (!event.closed && !event.ended && leaveOpen) continue
        const receipt = await recorder.endOfRun(event.turn)
        if (receipt.status === 'failed' && receipt.fault !== 'invalid')
          throw new WaylandError('storage_unavailable', receipt.reason ?? 'a turn could not be stored')
        receipts.push(receipt)
      } else if (event.kind === 'end') {
        await closeFile({ path, engine }, event, new Tally())
        return { receipts, ...(open && { open }), unchanged: event.unchanged, changedAt: event.resume.changed }
      }
    }
    return { receipts, unchanged: true, changedAt: 0 }
  }

  async function resumePoint(path: string): Promise<ResumePoint | undefined> {
    const saved = await store.source(keyOf(path))
    return saved === undefined ? undefined : (JSON.parse(saved) as ResumePoint)
  }

  async function readFile(file: TranscriptFile, sum: Tally, onProgress?: (progress: ImportProgress) => void) {
    for await (const event of source.read(file.engine, file.path, await resumePoint(file.path))) {
      if (event.kind === 'turn') sum.turn(await recorder.endOfRun(event.turn), file.path, event.prompt.line)
      else if (event.kind === 'skipped') sum.skip(event.reason)
      else if (event.kind === 'error') sum.errors.push({ file: file.path, line: event.line, error: event.message })
      else if (event.kind === 'progress')
        onProgress?.({ file: file.path, bytes: event.bytes, size: event.size, turns: sum.recorded + sum.known })
      else await closeFile(file, event, sum)
    }
  }

  /** Where a turn could not be stored, the point to go on from is not moved: the file is read again next time. */
  async function closeFile(file: TranscriptFile, event: TranscriptEnd, sum: Tally): Promise<void> {
    sum.lines += event.lines
    if (sum.failed.has(file.path) || event.unchanged) return
    const { context } = event.resume
    const resume = { ...event.resume, context: { ...context, ...ids(context) } }
    await store.saveSource(keyOf(file.path), file.engine, JSON.stringify(resume), clock.now().getTime())
  }

  /** The name a file is remembered by: its path without secrets, told apart from others that are then the same. */
  function keyOf(path: string): string {
    const { text } = redact({ text: path })
    return text === path ? path : `${text}#${fingerprint(path)}`
  }

  /** The session and folder that a file is gone on with, as its turns were recorded. */
  function ids({ sessionId, projectDir }: ResumePoint['context']): ResumePoint['context'] {
    const { text: _, ...kept } = redact({
      text: '',
      ...(sessionId === undefined ? {} : { sessionId }),
      ...(projectDir === undefined ? {} : { projectDir }),
    })
    return kept
  }
}

interface TranscriptFile {
  readonly path: string
  readonly engine: string
}

class Tally {
  files = 0
  lines = 0
  recorded = 0
  known = 0
  drafts = 0
  readonly skipped = new Map<string, number>()
  readonly errors: ImportError[] = []

  readonly failed = new Set<string>()

  turn({ status, draft, reason }: TurnReceipt, file: string, line: number): void {
    if (status === 'failed') {
      this.failed.add(file)
      this.errors.push({ file, line, error: reason ?? 'failed' })
    } else if (status === 'known') this.known++
    else this.recorded++
    if (draft?.status === 'drafted' || draft?.status === 'updated') this.drafts++
  }

  skip(reason: string): void {
    this.skipped.set(reason, (this.skipped.get(reason) ?? 0) + 1)
  }

  report(): ImportReport {
    const skipped = Object.fromEntries([...this.skipped].sort(([a], [b]) => (a < b ? -1 : 1)))
    const { files, lines, recorded: turnsRecorded, known: turnsKnown, drafts, errors } = this
    return { files, lines, turnsRecorded, turnsKnown, drafts, skipped, errors }
  }
}
